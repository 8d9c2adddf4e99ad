package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.Shards;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Deletes the oldest events with their deliveries and attempts.
 *
 * <ul>
 *   <li>What a merchant loses is always the beginning of its feed: positions that are left have no
 *       gaps.
 *   <li>{@code event_removed} has the last one that was deleted, so the feed can tell a reader who
 *       missed events from one who has read them all.
 *   <li>No lock of an outcome is taken.
 * </ul>
 */
public final class OldEvents implements Retention.Removal {
  private final EventStore events = new EventStore();
  private final DeliveryStore deliveries = new DeliveryStore(new BusinessClock());
  private final AttemptStore attempts = new AttemptStore();

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    List<EventStore.Old> oldest = events.oldest(handle, range, most);
    if (oldest.isEmpty()) {
      return new Retention.Step(0, 0, range.from());
    }
    List<EventStore.Old> deleted = events.delete(handle, last(oldest));
    List<EventId> ids = deleted.stream().map(EventStore.Old::id).toList();
    List<MerchantId> merchants = deleted.stream().map(EventStore.Old::merchantId).toList();
    for (UUID only : Shards.of(handle).oneByOne(Id.values(merchants))) {
      attempts.deleteOf(handle, only, ids, merchants);
      deliveries.deleteOf(handle, only, ids, merchants);
    }
    events.mark(handle, last(deleted));
    return new Retention.Step(oldest.size(), deleted.size(), oldest.getLast().id().value());
  }

  /** Returns the event with the highest position of each merchant. */
  private static Collection<EventStore.Old> last(List<EventStore.Old> events) {
    Map<MerchantId, EventStore.Old> last = new HashMap<>();
    events.forEach(
        event ->
            last.merge(
                event.merchantId(),
                event,
                (one, other) -> one.position() > other.position() ? one : other));
    return last.values();
  }
}
