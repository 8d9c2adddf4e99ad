package dev.paylink.webhook.delivery;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.id.UuidV7;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Deletes the attempts of the oldest runs. The runs stay: they say how each event's delivery ended.
 * Every attempt of a run is made within days of its beginning, so none is younger than it seems.
 */
public final class OldAttemptStore implements Retention.Removal {
  static final String OLDEST_RUNS =
      """
      select id, merchant_id, event_id from delivery where id > :from and id < :end
       order by id, merchant_id limit :most
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
                  and merchant_id = r.merchant_id offset 0) a)
      """;

  private record Run(DeliveryId id, MerchantId merchantId, EventId eventId) {}

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    List<Run> runs =
        handle
            .createQuery(OLDEST_RUNS)
            .bind("from", range.from())
            .bind("end", UuidV7.floor(range.before()))
            .bind("most", most)
            .map(
                row ->
                    new Run(
                        row.getColumn(1, DeliveryId.class),
                        row.getColumn(2, MerchantId.class),
                        row.getColumn(3, EventId.class)))
            .list();
    if (runs.isEmpty()) {
      return new Retention.Step(0, 0, range.from());
    }
    int removed =
        handle
            .createUpdate(DELETE)
            .bindArray("events", EventId.class, runs.stream().map(Run::eventId).toList())
            .bindArray("runs", DeliveryId.class, runs.stream().map(Run::id).toList())
            .bindArray("merchants", MerchantId.class, runs.stream().map(Run::merchantId).toList())
            .execute();
    return new Retention.Step(runs.size(), removed, runs.getLast().id.value());
  }
}
