package dev.paylink.webhook.endpoint;

import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.oidc.ProviderHttp;
import java.io.IOException;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Reaches identity providers that merchants chose, as webhooks are sent: only addresses that the
 * policy allows, judged on the address that is dialled.
 */
public final class GuardedHttp implements ProviderHttp, AutoCloseable {
  private final TargetPolicy policy;
  private final Lookups lookups = new Lookups(Resolver.SYSTEM);
  private final Transport https;
  private final Transport http;

  public GuardedHttp(TargetPolicy policy) {
    this.policy = policy;
    this.https = new Transport(AllowedAddresses.ofHttps(policy), lookups, PATIENCE);
    this.http = new Transport(AllowedAddresses.ofHttp(policy), lookups, PATIENCE);
  }

  @Override
  public @Nullable Message refusal(String url) {
    return TargetUrl.judge(url, policy) instanceof TargetUrl.Refused refused ? refused.why() : null;
  }

  @Override
  public Reply send(Ask ask) {
    return switch (TargetUrl.judge(ask.url(), policy)) {
      case TargetUrl.Refused refused -> throw new ProviderFailure(refused.detail());
      case TargetUrl.Accepted accepted -> {
        Transport transport = accepted.url().isHttps() ? https : http;
        Request request = ask.request().tag(Attempt.class, new Attempt()).build();
        try {
          yield ProviderHttp.exchange(transport.newCall(request));
        } catch (NotDialled e) {
          throw new ProviderFailure(e.why());
        } catch (IOException e) {
          throw new ProviderFailure("the identity provider does not answer");
        }
      }
    };
  }

  @Override
  public void close() {
    https.close();
    http.close();
    lookups.close();
  }
}
