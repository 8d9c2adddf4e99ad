package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.PaymentId;
import java.time.Instant;

/** An event and the state of its latest delivery. */
public record DeliveredEvent(
    EventId id, String type, Instant createdAt, PaymentId paymentId, String state, int attempts) {
  /** The state of an event that is never delivered. */
  public static final String NONE = "none";
}
