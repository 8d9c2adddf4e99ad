package dev.paylink.webhook;

import dev.paylink.merchant.MerchantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
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
              where merchant_id = e.merchant_id and event_id = e.id order by id desc limit 1) d
          on true
      """;
  private static final String LIST =
      "select e.id, e.type, e.created_at, e.payment_id, d.state, d.attempts from event e\n"
          + LATEST_DELIVERY
          + " where e.merchant_id = :merchant\n";
  private static final String EXISTS =
      "select 1 from event where merchant_id = :merchant and id = :event";
  private static final String ATTEMPTS =
      """
      select attempt, started_at, duration_ms, status, error, response_body
        from delivery_attempt where merchant_id = :merchant and event_id = :event
       order by delivery_id, attempt limit :limit
      """;

  /** Four for each of the runs, however often it was redelivered. */
  private static final int MOST_ATTEMPTS = 1_000;

  /** An event with its latest delivery; state and attempts are null when there was none. */
  record Row(
      EventId id,
      String type,
      Instant createdAt,
      UUID paymentId,
      @Nullable String deliveryState,
      int attempts) {}

  /** One attempt as it went. */
  record Attempt(
      int attempt,
      Instant startedAt,
      int durationMillis,
      @Nullable Integer status,
      @Nullable String error,
      @Nullable String responseBody) {}

  private EventQueries() {}

  /** Newest first, one more than the limit to tell whether there are more. */
  static List<Row> list(
      Handle handle,
      MerchantId merchant,
      @Nullable UUID paymentId,
      @Nullable EventId before,
      int limit) {
    StringBuilder sql = new StringBuilder(LIST);
    if (paymentId != null) {
      sql.append("and e.payment_id = :payment\n");
    }
    if (before != null) {
      sql.append("and e.id < :before\n");
    }
    Query query = handle.createQuery(sql.append("order by e.id desc limit :limit").toString());
    query.bind("merchant", merchant.value()).bind("limit", limit + 1);
    if (paymentId != null) {
      query.bind("payment", paymentId);
    }
    if (before != null) {
      query.bind("before", before.value());
    }
    return query.map((row, context) -> row(row)).list();
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
  static List<Attempt> attempts(Handle handle, MerchantId merchant, EventId event) {
    return handle
        .createQuery(ATTEMPTS)
        .bind("merchant", merchant.value())
        .bind("event", event.value())
        .bind("limit", MOST_ATTEMPTS)
        .map((row, context) -> attempt(row))
        .list();
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        new EventId(row.getObject(1, UUID.class)),
        row.getString(2),
        row.getObject(3, OffsetDateTime.class).toInstant(),
        row.getObject(4, UUID.class),
        row.getString(5),
        row.getInt(6));
  }

  private static Attempt attempt(ResultSet row) throws SQLException {
    return new Attempt(
        row.getInt(1),
        row.getObject(2, OffsetDateTime.class).toInstant(),
        row.getInt(3),
        row.getObject(4, Integer.class),
        row.getString(5),
        row.getString(6));
  }
}
