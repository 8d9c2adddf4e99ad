package dev.paylink.platform.oidc;

import dev.paylink.platform.language.Message;
import java.io.IOException;
import java.net.Proxy;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Reaches the provider that the instance's own configuration names, which may be in a private
 * network: https, or http on this machine.
 */
public final class DirectHttp implements ProviderHttp, AutoCloseable {
  private final OkHttpClient client =
      new OkHttpClient.Builder()
          .proxy(Proxy.NO_PROXY)
          .followRedirects(false)
          .followSslRedirects(false)
          .callTimeout(PATIENCE)
          .build();

  @Override
  public @Nullable Message refusal(String url) {
    HttpUrl parsed = HttpUrl.parse(url);
    boolean local = parsed != null && parsed.host().matches("localhost|127\\.[0-9.]+|::1");
    return parsed != null && (parsed.isHttps() || local) ? null : Message.of("urlhttps");
  }

  @Override
  public Reply send(Ask ask) {
    if (refusal(ask.url()) != null) {
      throw new ProviderFailure("the URL must start with https://");
    }
    try {
      return ProviderHttp.exchange(client.newCall(ask.request().build()));
    } catch (IOException e) {
      throw new ProviderFailure("the identity provider does not answer");
    }
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
