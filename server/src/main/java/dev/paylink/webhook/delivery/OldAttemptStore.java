package dev.paylink.webhook.delivery;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Deletes old attempts, event by event. The runs stay: they say how each event's delivery ended.
 * Young attempts of an old event, which was redelivered, stay as well.
 */
public final class OldAttemptStore implements Retention.Removal {
  static final String OLDEST_RUNS =
      """
      select event_id, id, merchant_id from delivery where event_id > :from and event_id < :end
       order by event_id, id, merchant_id limit :most
      """;
  static final String DELETE =
      """
      delete from delivery_attempt where (event_id, delivery_id, attempt, merchant_id) in (
        select a.event_id, a.delivery_id, a.attempt, a.merchant_id
          from unnest(:events::uuid[], :runs::uuid[], :merchants::uuid[])
               as r (event_id, id, merchant_id)
         cross join lateral (
               select event_id, delivery_id, attempt, merchant_id from delivery_attempt
                where event_id = r.event_id and delivery_id = r.id
                  and merchant_id = r.merchant_id and started_at < :before and %1$s offset 0) a)
         and %1$s
      """
          .formatted(Shards.onlyNamed("merchant_id"));

  private record Run(EventId eventId, DeliveryId id, MerchantId merchantId) {}

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    List<Run> found =
        handle
            .createQuery(OLDEST_RUNS)
            .bind("from", range.from())
            .bind("end", UuidV7.floor(range.before()))
            .bind("most", most)
            .map(
                row ->
                    new Run(
                        row.getColumn(1, EventId.class),
                        row.getColumn(2, DeliveryId.class),
                        row.getColumn(3, MerchantId.class)))
            .list();
    if (found.isEmpty()) {
      return new Retention.Step(0, 0, range.from());
    }
    List<Run> runs = found.size() < most ? found : withoutLastEvent(found);
    List<MerchantId> merchants = runs.stream().map(Run::merchantId).toList();
    int removed = 0;
    for (UUID only : Shards.of(handle).oneByOne(Id.values(merchants))) {
      removed +=
          handle
              .createUpdate(DELETE)
              .bindArray("events", EventId.class, runs.stream().map(Run::eventId).toList())
              .bindArray("runs", DeliveryId.class, runs.stream().map(Run::id).toList())
              .bindArray("merchants", MerchantId.class, merchants)
              .bind("before", range.before())
              .bind("only", only)
              .execute();
    }
    return new Retention.Step(found.size(), removed, runs.getLast().eventId.value());
  }

  /** The last event may have more runs than were read: the next step begins with it. */
  private static List<Run> withoutLastEvent(List<Run> runs) {
    EventId last = runs.getLast().eventId;
    List<Run> whole = runs.stream().filter(run -> !run.eventId.equals(last)).toList();
    return whole.isEmpty() ? runs : whole;
  }
}
