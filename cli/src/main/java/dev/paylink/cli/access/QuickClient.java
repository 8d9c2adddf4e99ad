package dev.paylink.cli.access;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Makes HTTP clients that let a command start and end quickly. */
final class QuickClient {
  private static final Duration GOODBYE = Duration.ofMillis(50);

  private QuickClient() {}

  static HttpClient of(URI url, Duration connect) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connect);
    if ("http".equalsIgnoreCase(url.getScheme())) {
      builder.sslContext(trustingNobody());
    }
    HttpClient client = builder.build();
    endBeforeTheJvm(client);
    return client;
  }

  /** A client reads all authorities of the JDK when it is made, unless it has a context. */
  private static SSLContext trustingNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS is required of every Java platform", e);
    }
  }

  /** An ending JVM waits 300 ms for threads in native code, such as the client's own. */
  private static void endBeforeTheJvm(HttpClient client) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  client.shutdown();
                  try {
                    client.awaitTermination(GOODBYE);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }
}
