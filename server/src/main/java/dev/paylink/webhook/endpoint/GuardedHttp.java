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
  private final Targets targets;
  private final Transports transports;

  public GuardedHttp(TargetPolicy policy) {
    this.targets = Targets.of(policy);
    this.transports = new Transports(targets, new Lookups(Resolver.SYSTEM), PATIENCE);
  }

  @Override
  public @Nullable Message refusal(String url) {
    return TargetUrl.judge(url, targets) instanceof TargetUrl.Refused refused
        ? refused.why()
        : null;
  }

  @Override
  public Reply send(Ask ask) {
    return switch (TargetUrl.judge(ask.url(), targets)) {
      case TargetUrl.Refused refused -> throw new ProviderFailure(refused.detail());
      case TargetUrl.Accepted accepted -> {
        Request request = ask.request().tag(Attempt.class, new Attempt()).build();
        try {
          yield ProviderHttp.exchange(transports.newCall(accepted, request));
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
    transports.close();
  }
}
