package dev.paylink.webhook.event;

import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.settings.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A finished attempt and its consequence: delivered, a next attempt, or exhausted. */
public record FinishedAttempt(DeliveryClaim claim, Instant startedAt, AttemptResult outcome) {
  /** The waits before the second, third and fourth attempt, the last of a standard run. */
  private static final List<Duration> WAITS =
      List.of(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8));

  /** The waits of an extended run after that, 72 hours less some minutes in all. */
  private static final List<Duration> LATER_WAITS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(6));

  /** Returns where it went; null if the merchant had no active webhook. */
  public @Nullable String url() {
    DeliveryClaim.Webhook webhook = claim.webhook();
    return webhook == null ? null : webhook.url();
  }

  public DeliveryState stateAfter() {
    if (outcome.isDelivered()) {
      return DeliveryState.delivered;
    }
    if (claim.attempt() <= WAITS.size()) {
      return DeliveryState.pending;
    }
    return claim.retry() == Retry.extended && laterWait() < LATER_WAITS.size()
        ? DeliveryState.waiting
        : DeliveryState.exhausted;
  }

  public Duration waitBeforeNext() {
    return switch (stateAfter()) {
      case pending -> WAITS.get(claim.attempt() - 1);
      case waiting -> LATER_WAITS.get(laterWait());
      case delivered, exhausted -> Duration.ZERO;
    };
  }

  /**
   * Tells whether the standard attempts have failed. The merchant is notified then, even if the run
   * continues: in three days is too late to mend an endpoint.
   */
  public boolean endsStandardPart() {
    return !outcome.isDelivered() && claim.attempt() == WAITS.size() + 1;
  }

  private int laterWait() {
    return claim.attempt() - WAITS.size() - 1;
  }
}
