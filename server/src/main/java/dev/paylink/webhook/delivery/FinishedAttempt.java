package dev.paylink.webhook.delivery;

import dev.paylink.webhook.endpoint.Outcome;
import dev.paylink.webhook.event.DeliveryState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A finished attempt and its consequence: delivered, a next attempt, or exhausted. */
record FinishedAttempt(DeliveryClaim claim, Instant startedAt, Outcome outcome) {
  /** The waits before the second, third and fourth attempt; there is no fifth. */
  private static final List<Duration> WAITS =
      List.of(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8));

  DeliveryState stateAfter() {
    if (outcome.isDelivered()) {
      return DeliveryState.delivered;
    }
    return claim.attempt() <= WAITS.size() ? DeliveryState.pending : DeliveryState.exhausted;
  }

  Duration waitBeforeNext() {
    return stateAfter() == DeliveryState.pending ? WAITS.get(claim.attempt() - 1) : Duration.ZERO;
  }
}
