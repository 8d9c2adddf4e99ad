package dev.paylink.checkout;

import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.session.SessionCodes;
import java.util.List;

/** Hands the page's script its codes for a session: as often as pages are opened, not oftener. */
final class PageSession {
  private static final int CODES_PER_MINUTE = 60;

  private final LinkDoor door;
  private final SessionCodes codes;
  private final RequestLimiter limiter;

  PageSession(LinkDoor door, SessionCodes codes, RequestLimiter limiter) {
    this.door = door;
    this.codes = codes;
    this.limiter = limiter;
  }

  List<Route> routes() {
    return List.of(Route.post("/pay/:paymentId/:linkToken/session", this::issue));
  }

  private Answer issue(Request request) {
    Payment payment = open(request).payment();
    limiter.require(
        "page-codes " + payment.id(), CODES_PER_MINUTE, "Too many sessions for this payment");
    Secret code = codes.issue(payment.id().value(), payment.merchantId(), null);
    return Answer.ok(
            Json.object()
                .put("code", code.reveal())
                .put("expiresIn", SessionCodes.LIFETIME.toSeconds())
                .bytes())
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private HostedPayment open(Request request) {
    return switch (door.knock(request)) {
      case LinkDoor.Found.Open open -> open.hosted();
      case LinkDoor.Found.Nothing nothing ->
          throw new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "There is no such payment link"));
      case LinkDoor.Found.TooManyMisses misses ->
          throw new Refused(
              Problem.tooMany(
                  "RATE_LIMITED",
                  "Too many unknown links from your address",
                  misses.retryAfterSeconds()));
    };
  }
}
