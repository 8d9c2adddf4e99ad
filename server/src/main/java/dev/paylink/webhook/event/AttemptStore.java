package dev.paylink.webhook.event;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.binary.BinaryCopy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of deliveries. Old ones are deleted event by event; the runs stay: they say how each
 * event's delivery ended. Young attempts of an old event, which was redelivered, stay as well.
 */
public final class AttemptStore implements Retention.Removal {
  private static final String OLDEST_RUNS =
      """
      select event_id, id, merchant_id from delivery where event_id > :from and event_id < :end
       order by event_id, id, merchant_id limit :most
      """;
  private static final String DELETE_OLD =
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

  private static final String DELETE_OF_EVENTS =
      """
      delete from delivery_attempt where (event_id, delivery_id, attempt, merchant_id) in (
        select a.event_id, a.delivery_id, a.attempt, a.merchant_id
          from unnest(:events::uuid[], :merchants::uuid[]) as e (id, merchant_id)
         cross join lateral (
               select event_id, delivery_id, attempt, merchant_id from delivery_attempt
                where event_id = e.id and merchant_id = e.merchant_id and %1$s offset 0) a)
         and %1$s
      """
          .formatted(Shards.onlyNamed("merchant_id"));
  private static final String FORGET_ANSWERS =
      """
      update delivery_attempt set response_body = null
       where event_id = any(:events) and merchant_id = :merchant and response_body is not null
      """;

  private static final String COPY =
      """
      copy delivery_attempt (merchant_id, event_id, delivery_id, attempt, started_at, duration_ms,
                             url, status, error, response_body)
      from stdin binary
      """;
  private static final int COPY_COLUMNS = 10;

  private record Run(EventId eventId, DeliveryId id, MerchantId merchantId) {}

  void insert(Connection connection, List<FinishedAttempt> attempts) throws SQLException {
    BinaryCopy copy = new BinaryCopy(COPY_COLUMNS);
    for (FinishedAttempt attempt : attempts) {
      copy.row()
          .uuid(attempt.claim().merchantId().value())
          .uuid(attempt.claim().eventId().value())
          .uuid(attempt.claim().deliveryId().value())
          .integer(attempt.claim().attempt())
          .timestamp(attempt.startedAt())
          .integer((int) attempt.outcome().duration().toMillis())
          .text(attempt.url())
          .integer(attempt.outcome().status())
          .text(attempt.outcome().error())
          .text(attempt.outcome().responseBody());
    }
    copy.send(connection, COPY);
  }

  /** Deletes the attempts of these events. */
  void deleteOf(
      Handle handle, @Nullable UUID only, List<EventId> events, List<MerchantId> merchants) {
    handle
        .createUpdate(DELETE_OF_EVENTS)
        .bind("only", only)
        .bindArray("events", EventId.class, events)
        .bindArray("merchants", MerchantId.class, merchants)
        .execute();
  }

  /** Removes what receivers answered to these events. */
  void forgetAnswers(Handle handle, MerchantId merchant, List<EventId> events) {
    handle
        .createUpdate(FORGET_ANSWERS)
        .bind("merchant", merchant)
        .bindArray("events", EventId.class, events)
        .execute();
  }

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    List<Run> found = range.bind(handle.createQuery(OLDEST_RUNS), most).mapTo(Run.class).list();
    if (found.isEmpty()) {
      return new Retention.Step(0, 0, range.from());
    }
    List<Run> runs = found.size() < most ? found : withoutLastEvent(found);
    List<MerchantId> merchants = runs.stream().map(Run::merchantId).toList();
    int removed = 0;
    for (UUID only : Shards.of(handle).oneByOne(Id.values(merchants))) {
      removed +=
          handle
              .createUpdate(DELETE_OLD)
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
