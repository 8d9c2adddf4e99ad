package dev.paylink.checkout.link;

import dev.paylink.payment.Payment;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.ratelimit.Limit;
import dev.paylink.session.SessionCodes;
import java.util.List;

/** Issues session codes to the page's script: as often as pages are opened, but not more often. */
public final class PageSession {
  private final LinkCalls calls;
  private final SessionCodes codes;

  public PageSession(LinkCalls calls, SessionCodes codes) {
    this.calls = calls;
    this.codes = codes;
  }

  public List<Route> routes() {
    return List.of(Route.post("/pay/:paymentId/:linkToken/session", this::issue));
  }

  private Answer issue(Request request) {
    Payment payment = calls.open(request).payment();
    calls.take(Limit.PAGE_CODES, payment);
    Secret code = codes.issue(payment.id(), payment.merchantId(), null);
    return Answer.ok(
            Json.object()
                .put("code", code.reveal())
                .put("expiresIn", SessionCodes.LIFETIME.toSeconds())
                .bytes())
        .with(Headers.CACHE_CONTROL, "no-store");
  }
}
