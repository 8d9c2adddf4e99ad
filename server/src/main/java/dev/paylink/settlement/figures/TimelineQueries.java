package dev.paylink.settlement.figures;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;

/** Reads the steps of a payment's timeline. */
final class TimelineQueries {
  static final String REPORTS =
      """
      select recorded_at as at, type, reason, transaction from settlement_event
       where payment_id = :payment and merchant_id = :merchant and applied
       order by recorded_at limit :limit
      """;
  static final String HELD =
      """
      select held_at as at, '%s' as type, null as reason, transaction from held_settlement
       where payment_id = :payment and merchant_id = :merchant
       order by held_at limit :limit
      """
          .formatted(PaymentTimeline.HELD);
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
      select a.started_at as at, a.event_id, a.attempt, a.duration_ms as duration_millis, a.url,
             a.status, a.error, a.response_body
        from (select id from event
               where payment_id = :payment and merchant_id = :merchant offset 0) e
       cross join lateral (
             select * from delivery_attempt
              where event_id = e.id and merchant_id = :merchant offset 0) a
       order by a.started_at limit :limit
      """;

  static final String REFUNDS =
      """
      select created_at as at, id as refund_id, 'refund.requested' as type, amount, currency
        from refund
       where payment_id = :payment and merchant_id = :merchant
       order by payment_id, id limit :limit
      """;
  static final String REFUNDS_NOW =
      """
      select updated_at as at, id as refund_id, 'refund.' || status as type, amount, currency
        from refund
       where payment_id = :payment and merchant_id = :merchant and status <> 'requested'
       order by payment_id, id limit :limit
      """;

  static final String REFUNDS_NAMED =
      """
      select named_at as at, id as refund_id, 'refund.address_named' as type, amount, currency
        from refund
       where payment_id = :payment and merchant_id = :merchant and named_at is not null
       order by payment_id, id limit :limit
      """;

  /** Bounds the answer for a payment that keeps flipping between outcomes. */
  private static final int MAX_OF_A_KIND = 200;

  List<PaymentTimeline.Reported> reports(Handle handle, Payment payment) {
    return read(handle, REPORTS, payment).mapTo(PaymentTimeline.Reported.class).list();
  }

  /** Returns what waits for a decision of operators. */
  List<PaymentTimeline.Reported> held(Handle handle, Payment payment) {
    return read(handle, HELD, payment).mapTo(PaymentTimeline.Reported.class).list();
  }

  List<PaymentTimeline.Step> transfers(Handle handle, Payment payment) {
    return read(handle, TRANSFERS, payment).map(TimelineQueries::transfer).list();
  }

  List<PaymentTimeline.Attempted> attempts(Handle handle, Payment payment) {
    return read(handle, ATTEMPTS, payment).mapTo(PaymentTimeline.Attempted.class).list();
  }

  /** Returns when each refund was requested, and its status. */
  List<PaymentTimeline.Refunding> refunds(Handle handle, Payment payment) {
    return Stream.of(REFUNDS, REFUNDS_NAMED, REFUNDS_NOW)
        .flatMap(
            sql ->
                read(handle, sql, payment).mapTo(PaymentTimeline.Refunding.class).list().stream())
        .toList();
  }

  private static Query read(Handle handle, String sql, Payment payment) {
    return handle
        .createQuery(sql)
        .bind("merchant", payment.merchantId())
        .bind("payment", payment.id())
        .bind("limit", MAX_OF_A_KIND);
  }

  private static PaymentTimeline.Step transfer(RowView row) {
    return new PaymentTimeline.Transferred(
        row.getColumn(1, Instant.class),
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
}
