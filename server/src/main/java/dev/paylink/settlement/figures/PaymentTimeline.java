package dev.paylink.settlement.figures;

import dev.paylink.ids.EventId;
import dev.paylink.payment.read.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowViewMapper;
import org.jdbi.v3.core.result.RowView;
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
  private static final int MAX_OF_A_KIND = 200;

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
    steps.addAll(read(handle, REPORTS, payment, PaymentTimeline::report));
    steps.addAll(read(handle, ATTEMPTS, payment, PaymentTimeline::attempt));
    steps.sort(Comparator.comparing(Step::at)); // stable: a report stands before its webhook
    return steps;
  }

  private static List<Step> read(
      Handle handle, String sql, Payment payment, RowViewMapper<Step> mapper) {
    return handle
        .createQuery(sql)
        .bind("merchant", payment.merchantId())
        .bind("payment", payment.id())
        .bind("limit", MAX_OF_A_KIND)
        .map(mapper)
        .list();
  }

  private static Step report(RowView row) {
    return new Reported(
        instant(row),
        row.getColumn(2, String.class),
        row.getColumn(3, String.class),
        row.getColumn(4, String.class));
  }

  private static Step attempt(RowView row) {
    return new Attempted(
        instant(row),
        row.getColumn(2, EventId.class),
        row.getColumn(3, Integer.class),
        row.getColumn(4, Integer.class),
        row.getColumn(5, Integer.class),
        row.getColumn(6, String.class),
        row.getColumn(7, String.class));
  }

  private static Instant instant(RowView row) {
    return row.getColumn(1, Instant.class);
  }
}
