package dev.paylink.checkout.link;

import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;

/**
 * Checks the link for calls of scripts: where a page would show a notice, a call gets a problem.
 */
public final class LinkCalls {
  private final LinkDoor door;
  private final RequestLimiter limiter;

  public LinkCalls(LinkDoor door, RequestLimiter limiter) {
    this.door = door;
    this.limiter = limiter;
  }

  public HostedPayment open(Request request) {
    return switch (door.knock(request)) {
      case LinkDoor.Found.Open open -> open.hosted();
      case LinkDoor.Found.Nothing nothing ->
          throw new Refused(
              Problem.notFound("PAYMENT_NOT_FOUND", Message.of("payment.nosuchlink")));
      case LinkDoor.Found.TooManyMisses misses ->
          throw new Refused(
              Problem.tooMany(
                  "RATE_LIMITED", Limit.UNKNOWN_LINKS.message(), misses.retryAfterSeconds()));
    };
  }

  /** Charges one call of this kind to the payment's limit, or refuses. */
  public void take(Limit limit, Payment payment) {
    limiter.require(limit, payment.id());
  }
}
