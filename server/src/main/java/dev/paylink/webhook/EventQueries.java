package dev.paylink.webhook;

import dev.paylink.merchant.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads events with the state of their latest delivery, and the attempts made for one. */
final class EventQueries {
  static final String LATEST_DELIVERY =
      """
        left join lateral (
             select state, attempts from delivery
              where event_id = e.id and merchant_id = e.merchant_id order by id desc limit 1) d
          on true
      """;
  private static final String COLUMNS =
      "select e.id, e.type, e.created_at, e.payment_id, d.state, d.attempts\n";

  // The ranges below span two columns each: only one index has their order.
  static final String OLDER =
      COLUMNS
          + """
             from (select merchant_id, id, type, created_at, payment_id from event
                    where created_at > '-infinity'
                      and (merchant_id, id) < (:merchant, :before)
                      and merchant_id >= :merchant
                    order by merchant_id desc, id desc limit :limit) e
            """
          + LATEST_DELIVERY
          + " order by e.id desc";
  static final String OLDER_OF_PAYMENT =
      COLUMNS
          + """
             from (select merchant_id, id, type, created_at, payment_id from event
                    where merchant_id = :merchant
                      and (payment_id, id) < (:payment, :before)
                      and payment_id >= :payment
                    order by payment_id desc, id desc limit :limit) e
            """
          + LATEST_DELIVERY
          + " order by e.id desc";
  static final String IN_STATE =
      COLUMNS
          + """
             from (select merchant_id, id, type, created_at, payment_id from event
                    where created_at > '-infinity'
                      and (merchant_id, id) < (:merchant, :before)
                      and merchant_id >= :merchant
                    order by merchant_id desc, id desc limit :look) e
            """
          + LATEST_DELIVERY
          + " where coalesce(d.state, 'none') = :state order by e.id desc limit :limit";
  // An event that was given up and redelivered since is no longer one of these.
  static final String EXHAUSTED =
      COLUMNS
          + """
             from (select distinct event_id from (
                     select event_id from delivery
                      where merchant_id = :merchant and event_id < :before and state = 'exhausted'
                        and created_at > '-infinity'
                      order by event_id desc limit :look) x) x
            cross join lateral (
                  select merchant_id, id, type, created_at, payment_id from event
                   where id = x.event_id and merchant_id = :merchant offset 0) e
            """
          + LATEST_DELIVERY
          + " where d.state = 'exhausted' order by x.event_id desc limit :limit";
  static final String LOOKED_AT =
      """
      select id from event
       where created_at > '-infinity'
         and (merchant_id, id) < (:merchant, :before) and merchant_id >= :merchant
       order by merchant_id desc, id desc offset :skip limit 1
      """;
  static final String EXHAUSTED_LOOKED_AT =
      """
      select event_id from delivery
       where merchant_id = :merchant and event_id < :before and state = 'exhausted'
         and created_at > '-infinity'
       order by event_id desc offset :skip limit 1
      """;
  private static final String EXISTS =
      "select 1 from event where id = :event and merchant_id = :merchant";
  private static final String BODY =
      "select body from event where id = :event and merchant_id = :merchant";
  private static final String ATTEMPTS =
      """
      select attempt, started_at, duration_ms, status, error, response_body
        from delivery_attempt where event_id = :event and merchant_id = :merchant
       order by delivery_id, attempt limit :limit
      """;

  /** Four for each of the runs, however often it was redelivered. */
  private static final int MOST_ATTEMPTS = 1_000;

  private EventQueries() {}

  /** Newest first, one more than the limit to tell whether there are more. */
  static List<DeliveredEvent> list(
      Handle handle,
      MerchantId merchant,
      @Nullable UUID paymentId,
      @Nullable EventId before,
      int limit) {
    Query query =
        paymentId == null
            ? handle.createQuery(OLDER)
            : handle.createQuery(OLDER_OF_PAYMENT).bind("payment", paymentId);
    return query
        .bind("merchant", merchant.value())
        .bind("before", before == null ? UuidV7.LAST : before.value())
        .bind("limit", limit + 1)
        .map((row, context) -> row(row))
        .list();
  }

  /**
   * Those of one state, newest first, among the next {@code look} events: where a state is rare the
   * walk ends before the page is full, and {@link #lastLookedAt} says where to go on.
   */
  static List<DeliveredEvent> listInState(
      Handle handle, MerchantId merchant, String state, UUID before, int look, int limit) {
    return handle
        .createQuery(IN_STATE)
        .bind("merchant", merchant.value())
        .bind("before", before)
        .bind("look", look)
        .bind("state", state)
        .bind("limit", limit + 1)
        .map((row, context) -> row(row))
        .list();
  }

  /** Events that were given up, newest first, found among those alone. */
  static List<DeliveredEvent> listExhausted(
      Handle handle, MerchantId merchant, UUID before, int look, int limit) {
    return handle
        .createQuery(EXHAUSTED)
        .bind("merchant", merchant.value())
        .bind("before", before)
        .bind("look", look)
        .bind("limit", limit + 1)
        .map((row, context) -> row(row))
        .list();
  }

  /** The last of the next {@code look} events; null when there are fewer. */
  static @Nullable EventId lastLookedAt(
      Handle handle, String sql, MerchantId merchant, UUID before, int look) {
    return handle
        .createQuery(sql)
        .bind("merchant", merchant.value())
        .bind("before", before)
        .bind("skip", look - 1)
        .mapTo(UUID.class)
        .map(EventId::new)
        .findOne()
        .orElse(null);
  }

  /** What is sent for the event, byte by byte; null when there is no such event. */
  static byte @Nullable [] body(Handle handle, MerchantId merchant, EventId event) {
    return handle
        .createQuery(BODY)
        .bind("merchant", merchant.value())
        .bind("event", event.value())
        .mapTo(byte[].class)
        .findOne()
        .orElse(null);
  }

  static boolean exists(Handle handle, MerchantId merchant, EventId event) {
    return handle
        .createQuery(EXISTS)
        .bind("merchant", merchant.value())
        .bind("event", event.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Run by run. */
  static List<DeliveryAttempt> attempts(Handle handle, MerchantId merchant, EventId event) {
    return handle
        .createQuery(ATTEMPTS)
        .bind("merchant", merchant.value())
        .bind("event", event.value())
        .bind("limit", MOST_ATTEMPTS)
        .map((row, context) -> attempt(row))
        .list();
  }

  private static DeliveredEvent row(ResultSet row) throws SQLException {
    return new DeliveredEvent(
        new EventId(row.getObject(1, UUID.class)),
        row.getString(2),
        row.getObject(3, OffsetDateTime.class).toInstant(),
        row.getObject(4, UUID.class),
        Objects.requireNonNullElse(row.getString(5), DeliveredEvent.NONE),
        row.getInt(6));
  }

  private static DeliveryAttempt attempt(ResultSet row) throws SQLException {
    return new DeliveryAttempt(
        row.getInt(1),
        row.getObject(2, OffsetDateTime.class).toInstant(),
        row.getInt(3),
        row.getObject(4, Integer.class),
        row.getString(5),
        row.getString(6));
  }
}
