package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.PaymentId;
import dev.paylink.webhook.settings.WebhookScope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event and its latest delivery.
 *
 * @param scope the webhook that gets it
 * @param paymentId the payment it is about; null if it is about none
 * @param stored the delivery's state in the database
 * @param nextAttemptAt when the next attempt is due; null if none is, or while one is under way
 */
public record DeliveredEvent(
    EventId id,
    String type,
    Instant createdAt,
    WebhookScope scope,
    @Nullable PaymentId paymentId,
    String stored,
    int attempts,
    @Nullable Instant nextAttemptAt) {
  /** The state of an event that is never delivered. */
  public static final String NONE = "none";

  /** Returns the state as merchants see it. */
  public String state() {
    return isWaiting() ? DeliveryState.pending.name() : stored;
  }

  /** Tells whether an extended run waits for a later attempt. */
  public boolean isWaiting() {
    return stored.equals(DeliveryState.waiting.name());
  }
}
