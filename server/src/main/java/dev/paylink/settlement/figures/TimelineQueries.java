package dev.paylink.settlement.figures;

import dev.paylink.ids.EventId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowViewMapper;
import org.jdbi.v3.core.result.RowView;

/** Reads the steps of a payment's timeline. */
final class TimelineQueries {
  static final String REPORTS =
      """
      select recorded_at, type, reason, transaction from settlement_event
       where payment_id = :payment and merchant_id = :merchant and applied
       order by recorded_at limit :limit
      """;
  static final String TRANSFERS =
      """
      select recorded_at, kind, chain_id, hash, block_number, log_index, token,
             trim_scale(amount), payer, address
        from incoming_transfer
       where payment_id = :payment and merchant_id = :merchant
       order by recorded_at, block_number, log_index limit :limit
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

  static final String REFUNDS =
      """
      select created_at, id, 'refund.requested', amount, currency from refund
       where payment_id = :payment and merchant_id = :merchant
       order by payment_id, id limit :limit
      """;
  static final String REFUNDS_NOW =
      """
      select updated_at, id, 'refund.' || status, amount, currency from refund
       where payment_id = :payment and merchant_id = :merchant and status <> 'requested'
       order by payment_id, id limit :limit
      """;

  static final String REFUNDS_NAMED =
      """
      select named_at, id, 'refund.address_named', amount, currency from refund
       where payment_id = :payment and merchant_id = :merchant and named_at is not null
       order by payment_id, id limit :limit
      """;

  /** Bounds the answer for a payment that keeps flipping between outcomes. */
  private static final int MAX_OF_A_KIND = 200;

  List<PaymentTimeline.Step> reports(Handle handle, Payment payment) {
    return read(handle, REPORTS, payment, TimelineQueries::report);
  }

  List<PaymentTimeline.Step> transfers(Handle handle, Payment payment) {
    return read(handle, TRANSFERS, payment, TimelineQueries::transfer);
  }

  List<PaymentTimeline.Step> attempts(Handle handle, Payment payment) {
    return read(handle, ATTEMPTS, payment, TimelineQueries::attempt);
  }

  /** Returns when each refund was requested, and what became of it. */
  List<PaymentTimeline.Step> refunds(Handle handle, Payment payment) {
    List<PaymentTimeline.Step> steps =
        new ArrayList<>(read(handle, REFUNDS, payment, TimelineQueries::refund));
    steps.addAll(read(handle, REFUNDS_NAMED, payment, TimelineQueries::refund));
    steps.addAll(read(handle, REFUNDS_NOW, payment, TimelineQueries::refund));
    return steps;
  }

  private static PaymentTimeline.Step refund(RowView row) {
    return new PaymentTimeline.Refunding(
        instant(row),
        row.getColumn(2, RefundId.class),
        row.getColumn(3, String.class),
        row.getColumn(4, BigDecimal.class),
        row.getColumn(5, String.class));
  }

  private static List<PaymentTimeline.Step> read(
      Handle handle, String sql, Payment payment, RowViewMapper<PaymentTimeline.Step> mapper) {
    return handle
        .createQuery(sql)
        .bind("merchant", payment.merchantId())
        .bind("payment", payment.id())
        .bind("limit", MAX_OF_A_KIND)
        .map(mapper)
        .list();
  }

  private static PaymentTimeline.Step report(RowView row) {
    return new PaymentTimeline.Reported(
        instant(row),
        row.getColumn(2, String.class),
        row.getColumn(3, String.class),
        row.getColumn(4, String.class));
  }

  private static PaymentTimeline.Step transfer(RowView row) {
    return new PaymentTimeline.Transferred(
        instant(row),
        row.getColumn(2, String.class),
        row.getColumn(3, Long.class),
        Bytes32.of(row.getColumn(4, byte[].class)),
        row.getColumn(5, Long.class),
        row.getColumn(6, Long.class),
        row.getColumn(7, String.class),
        row.getColumn(8, BigDecimal.class).toPlainString(),
        EvmAddress.of(row.getColumn(9, byte[].class)).toString(),
        EvmAddress.of(row.getColumn(10, byte[].class)).toString());
  }

  private static PaymentTimeline.Step attempt(RowView row) {
    return new PaymentTimeline.Attempted(
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
