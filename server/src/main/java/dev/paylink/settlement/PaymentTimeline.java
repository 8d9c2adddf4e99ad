package dev.paylink.settlement;

import dev.paylink.payment.Payment;
import dev.paylink.webhook.EventId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** What became of a payment, step by step: created, reported, told to the merchant. */
public final class PaymentTimeline {
  static final String REPORTS =
      """
      select recorded_at, type, reason, transaction from settlement_event
       where payment_id = :payment and merchant_id = :merchant and applied
       order by recorded_at limit :limit
      """;
  static final String ATTEMPTS =
      """
      select a.started_at, a.event_id, a.attempt, a.duration_ms, a.status, a.error, a.response_body
        from (select id from event
               where payment_id = :payment and merchant_id = :merchant offset 0) e
       cross join lateral (
             select * from delivery_attempt
              where event_id = e.id and merchant_id = :merchant offset 0) a
       order by a.started_at limit :limit
      """;

  /** A payment that flips between outcomes for ever must not make an answer without end. */
  private static final int MOST_OF_A_KIND = 200;

  /** One step and when it was. */
  public sealed interface Step {
    Instant at();
  }

  public record Created(Instant at) implements Step {}

  /** An outcome that changed it; {@code transaction} is JSON text. */
  public record Reported(
      Instant at, String type, @Nullable String reason, @Nullable String transaction)
      implements Step {}

  /** An attempt to tell the merchant; no {@code error}: it was delivered. */
  public record Attempted(
      Instant at,
      EventId eventId,
      int attempt,
      int durationMillis,
      @Nullable Integer status,
      @Nullable String error,
      @Nullable String responseBody)
      implements Step {}

  private PaymentTimeline() {}

  /** Oldest first. */
  public static List<Step> of(Handle handle, Payment payment) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Created(payment.createdAt()));
    steps.addAll(read(handle, REPORTS, payment, (row, context) -> report(row)));
    steps.addAll(read(handle, ATTEMPTS, payment, (row, context) -> attempt(row)));
    steps.sort(Comparator.comparing(Step::at)); // stable: a report stands before its webhook
    return steps;
  }

  private static List<Step> read(
      Handle handle, String sql, Payment payment, RowMapper<Step> mapper) {
    return handle
        .createQuery(sql)
        .bind("merchant", payment.merchantId().value())
        .bind("payment", payment.id().value())
        .bind("limit", MOST_OF_A_KIND)
        .map(mapper)
        .list();
  }

  private static Step report(ResultSet row) throws SQLException {
    return new Reported(instant(row), row.getString(2), row.getString(3), row.getString(4));
  }

  private static Step attempt(ResultSet row) throws SQLException {
    return new Attempted(
        instant(row),
        new EventId(row.getObject(2, UUID.class)),
        row.getInt(3),
        row.getInt(4),
        row.getObject(5, Integer.class),
        row.getString(6),
        row.getString(7));
  }

  private static Instant instant(ResultSet row) throws SQLException {
    return row.getObject(1, OffsetDateTime.class).toInstant();
  }
}
