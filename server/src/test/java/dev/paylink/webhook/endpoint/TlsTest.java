package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.TestKeys;
import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private static KeyStore selfSigned;

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    selfSigned =
        TestKeys.add(
            folder.resolve("keys.p12"), "-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1");
  }

  @Test
  void a_certificate_that_nobody_vouches_for_is_a_tls_failure() throws Exception {
    try (Receiver receiver = tlsReceiver((request, connection) -> Receiver.say(connection, OK));
        WebhookClient client = Clients.forLoopback()) {
      AttemptResult outcome = Clients.post(client, httpsUrl(receiver));
      assertThat(outcome.error()).isEqualTo("TLS: certificate is not signed by a known authority");
      assertThat(outcome.status()).isNull();
      assertThat(receiver.received()).isEmpty();
      assertThat(receiver.connections()).isOne();
    }
  }

  @Test
  void a_receiver_that_speaks_no_tls_is_a_tls_failure() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        WebhookClient client = Clients.forLoopback()) {
      String url = "https://127.0.0.1:" + plain.getLocalPort() + "/";
      FutureTask<AttemptResult> outcome = Clients.start(client, url);
      try (Socket connection = plain.accept()) {
        Receiver.say(connection, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        assertThat(outcome.get().error()).startsWith("TLS: ");
        assertThat(outcome.get().status()).isNull();
      }
    }
  }

  @Test
  void a_kept_tls_connection_is_reused_and_one_closed_without_a_word_is_found_out()
      throws Exception {
    AtomicInteger closed = new AtomicInteger();
    try (Receiver receiver =
        tlsReceiver(
            (request, connection) -> {
              Receiver.say(connection, OK);
              if (request.head().startsWith("POST /last ")) {
                connection.close();
                closed.incrementAndGet();
              }
            })) {
      OkHttpClient trusting = trusting();
      for (int round = 1; round <= 2; round++) {
        int closings = round;
        for (String path : new String[] {"/a", "/b", "/last"}) {
          assertThat(status(trusting, httpsUrl(receiver) + path)).isEqualTo(200);
        }
        long start = System.nanoTime();
        Await.until(
            "it is closed and no longer busy",
            () -> closed.get() == closings && System.nanoTime() - start > 100_000_000);
      }
      assertThat(status(trusting, httpsUrl(receiver) + "/a")).isEqualTo(200);
      assertThat(receiver.received())
          .extracting(Receiver.Received::connection)
          .containsExactly(1, 1, 1, 2, 2, 2, 3);
      trusting.connectionPool().evictAll();
    }
  }

  private static int status(OkHttpClient client, String url) throws IOException {
    Request request = new Request.Builder().url(url).post(new OnceBody(new byte[10])).build();
    try (Response response = client.newCall(request).execute()) {
      return response.code();
    }
  }

  private static OkHttpClient trusting() throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(selfSigned);
    TrustManager[] managers = trust.getTrustManagers();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers, null);
    KeptConnections kept = new KeptConnections(() -> {});
    return new OkHttpClient.Builder()
        .sslSocketFactory(context.getSocketFactory(), (X509TrustManager) managers[0])
        .socketFactory(new GuardedSockets(AllowedAddresses.PUBLIC_OR_LOOPBACK))
        .retryOnConnectionFailure(false)
        .fastFallback(false)
        .addInterceptor(kept::untilOpen)
        .addNetworkInterceptor(kept::checkFirst)
        .build();
  }

  private static Receiver tlsReceiver(Receiver.Script script) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(selfSigned, TestKeys.password());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLServerSocketFactory sockets = context.getServerSocketFactory();
    return new Receiver(
        sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
  }

  private static String httpsUrl(Receiver receiver) {
    return "https://127.0.0.1:" + receiver.port();
  }
}
