package dev.paylink.webhook.delivery;

import dev.paylink.account.Actor;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.RedeliveryId;
import dev.paylink.platform.json.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order to send again what was exhausted from {@code fromAt} until before {@code toAt}.
 *
 * @param orderedBy the name of the operator who decided last
 * @param doneAt when the last delivery that was looked at was given up
 * @param doneId that delivery
 * @param events how many events were sent again so far
 * @param skipped how many were not, because their webhook is gone or paused, or asks for other
 *     events
 * @param finishedAt null while it is under way
 */
public record RedeliveryOrder(
    RedeliveryId id,
    Instant fromAt,
    Instant toAt,
    String reason,
    String orderedBy,
    String orderedFrom,
    Instant orderedAt,
    Instant doneAt,
    DeliveryId doneId,
    long events,
    long skipped,
    @Nullable Instant finishedAt) {
  Actor actor() {
    return new Actor(orderedBy, orderedFrom);
  }

  /** Returns the times for logs. */
  String times() {
    return "from " + Timestamps.format(fromAt) + " to " + Timestamps.format(toAt);
  }
}
