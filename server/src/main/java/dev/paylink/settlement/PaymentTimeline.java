package dev.paylink.settlement;

import dev.paylink.payment.Payment;
import dev.paylink.platform.json.Json;
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

/** What became of a payment, step by step: created, reported, told to the merchant. */
final class PaymentTimeline {
  static final String REPORTS =
      """
      select recorded_at, type, reason, transaction from settlement_event
       where merchant_id = :merchant and payment_id = :payment and applied
       order by recorded_at limit :limit
      """;
  static final String ATTEMPTS =
      """
      select a.started_at, a.event_id, a.attempt, a.duration_ms, a.status, a.error
        from event e
        join delivery_attempt a on a.merchant_id = e.merchant_id and a.event_id = e.id
       where e.merchant_id = :merchant and e.payment_id = :payment
       order by a.started_at limit :limit
      """;

  /** A payment that flips between outcomes for ever must not make an answer without end. */
  private static final int MOST_OF_A_KIND = 200;

  private record Step(Instant at, byte[] json) {}

  private PaymentTimeline() {}

  /** Oldest first, each step a JSON object. */
  static List<byte[]> of(Handle handle, Payment payment) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(payment.createdAt(), step(payment.createdAt(), "payment.created").bytes()));
    steps.addAll(read(handle, REPORTS, payment, PaymentTimeline::report));
    steps.addAll(read(handle, ATTEMPTS, payment, PaymentTimeline::attempt));
    return steps.stream()
        .sorted(Comparator.comparing(Step::at)) // stable: a report stands before its webhook
        .map(Step::json)
        .toList();
  }

  @FunctionalInterface
  private interface RowReader {
    Step read(ResultSet row) throws SQLException;
  }

  private static List<Step> read(Handle handle, String sql, Payment payment, RowReader reader) {
    return handle
        .createQuery(sql)
        .bind("merchant", payment.merchantId().value())
        .bind("payment", payment.id().value())
        .bind("limit", MOST_OF_A_KIND)
        .map((row, context) -> reader.read(row))
        .list();
  }

  private static Step report(ResultSet row) throws SQLException {
    Instant at = instant(row);
    String transaction = row.getString(4);
    return new Step(
        at,
        step(at, row.getString(2))
            .put("reason", row.getString(3))
            .putRaw("transaction", transaction == null ? "null" : transaction)
            .bytes());
  }

  private static Step attempt(ResultSet row) throws SQLException {
    Instant at = instant(row);
    return new Step(
        at,
        step(at, "webhook.attempt")
            .put("eventId", new EventId(row.getObject(2, UUID.class)).toString())
            .put("attempt", row.getInt(3))
            .put("durationMs", row.getInt(4))
            .putRaw("status", String.valueOf(row.getObject(5, Integer.class)))
            .put("error", row.getString(6))
            .bytes());
  }

  private static Json step(Instant at, String type) {
    return Json.object().put("at", at).put("type", type);
  }

  private static Instant instant(ResultSet row) throws SQLException {
    return row.getObject(1, OffsetDateTime.class).toInstant();
  }
}
