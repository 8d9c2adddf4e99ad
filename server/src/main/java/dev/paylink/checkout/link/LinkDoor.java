package dev.paylink.checkout.link;

import dev.paylink.ids.PaymentId;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.read.HostedPayments;
import dev.paylink.platform.http.Request;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;

/**
 * Admits everyone with a complete link. Only misses are counted, per source: a payer is never
 * turned away because somebody else behind the same address guesses links.
 */
public final class LinkDoor {
  private final HostedPayments payments;
  private final RequestLimiter limiter;

  public LinkDoor(HostedPayments payments, RequestLimiter limiter) {
    this.payments = payments;
    this.limiter = limiter;
  }

  /** The result of opening a link. */
  public sealed interface Found {
    record Open(HostedPayment hosted) implements Found {}

    record Nothing() implements Found {}

    record TooManyMisses(long retryAfterSeconds) implements Found {}
  }

  public Found knock(Request request) {
    PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    HostedPayment hosted = id == null ? null : payments.open(id, request.parameter("linkToken"));
    return hosted == null ? miss(request) : new Found.Open(hosted);
  }

  /** Counts an unknown link; returns what its visitor finds. */
  public Found miss(Request request) {
    Budget budget = limiter.take(Limit.UNKNOWN_LINKS, request.source());
    return budget.allowed()
        ? new Found.Nothing()
        : new Found.TooManyMisses(budget.retryAfterSeconds());
  }
}
