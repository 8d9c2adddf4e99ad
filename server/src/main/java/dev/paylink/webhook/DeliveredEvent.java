package dev.paylink.webhook;

import java.time.Instant;
import java.util.UUID;

/** An event and the state of its latest delivery. */
public record DeliveredEvent(
    EventId id, String type, Instant createdAt, UUID paymentId, String state, int attempts) {
  /** The state of an event that was never to be delivered. */
  public static final String NONE = "none";
}
