package dev.paylink.bench.webhooks;

import org.jspecify.annotations.Nullable;

/**
 * A payment that is settled again and again, confirmed and failed in turns. At its endpoint only
 * one outcome is outstanding at a time, so a webhook that names the payment belongs to that one.
 */
final class PooledPayment {
  private final String id;
  private boolean confirmed;
  private volatile @Nullable Outcome outstanding;
  private volatile @Nullable String lastEventId;

  PooledPayment(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** The type of its next outcome. Only for the caller that has taken it out of the pool. */
  String begin(Outcome outcome) {
    outstanding = outcome;
    confirmed = !confirmed;
    return confirmed ? "payment.confirmed" : "payment.failed";
  }

  /** False when this event had arrived before: deliveries may come twice. */
  boolean received(String eventId, long nanos) {
    Outcome outcome = outstanding;
    if (outcome == null || eventId.equals(lastEventId)) {
      return false;
    }
    lastEventId = eventId;
    outstanding = null;
    outcome.received(nanos);
    return true;
  }
}
