package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads payouts for their merchants, and the payments that a report names. */
final class PayoutQueries {
  static final String COLUMNS =
      """
      select merchant_id, id, payout_ref, status, amount, fee, currency, rate, bank_reference,
             account_last4, cardinality(payments) as payment_count, payments_total, flags,
             created_at, updated_at
      """;

  private static final String FIND =
      COLUMNS + ", payments from payout where id = :id and merchant_id = :merchant";
  private static final String OLDER =
      COLUMNS
          + """
              from payout
             where created_at > '-infinity' and merchant_id = :merchant and id < :before
             order by merchant_id desc, id desc limit :limit
          """;
  private static final String OLDER_OF_STATUS =
      COLUMNS
          + """
              from payout
             where updated_at > '-infinity' and merchant_id = :merchant and status = :status
               and id < :before
             order by merchant_id desc, status desc, id desc limit :limit
          """;
  private static final String OLDER_DIFFERING =
      COLUMNS
          + """
              from payout
             where flags like '%sum_mismatch%' and merchant_id = :merchant and id < :before
             order by merchant_id desc, id desc limit :limit
          """;
  private static final String FIRST_REPORTED =
      COLUMNS
          + """
              from payout
             where created_at > '-infinity' and merchant_id = :merchant and id > :after and id < :end
             order by merchant_id, id limit :limit
          """;
  private static final String MONTHS =
      """
      select month, currency, status, payouts, amount, fee, mismatches from payout_month
       where merchant_id = :merchant and month >= :first and month < :end and payouts > 0
       order by month, currency, status
      """;
  private static final String STEPS =
      """
      select status, applied, amount, fee, currency, occurred_at, reported_at, reported_by
        from payout_report where payout_id = :id and merchant_id = :merchant
       order by payout_id, number limit :limit
      """;
  private static final String PAYMENTS =
      """
      select id, status, amount, currency, received, payout_id, customer_name, customer_email
        from payment
       where id = any(:payments) and merchant_id = :merchant
      """;

  /** Returns the payout with its payments; null if the merchant has none with this id. */
  @Nullable Payout find(Handle handle, MerchantId merchant, PayoutId id) {
    return handle
        .createQuery(FIND)
        .bind("merchant", merchant)
        .bind("id", id)
        .map((row, context) -> whole(row))
        .findOne()
        .orElse(null);
  }

  /** Returns payouts that are older than {@code before}, newest first, without their payments. */
  List<Payout> older(
      Handle handle,
      MerchantId merchant,
      @Nullable PayoutStatus status,
      PayoutId before,
      int limit) {
    return page(
        status == null
            ? handle.createQuery(OLDER)
            : handle.createQuery(OLDER_OF_STATUS).bind("status", status.name()),
        merchant,
        before,
        limit);
  }

  /**
   * Returns payouts whose sums differ and that are older than {@code before}, newest first, without
   * their payments.
   */
  List<Payout> differing(Handle handle, MerchantId merchant, PayoutId before, int limit) {
    return page(handle.createQuery(OLDER_DIFFERING), merchant, before, limit);
  }

  private static List<Payout> page(Query query, MerchantId merchant, PayoutId before, int limit) {
    return query
        .bind("merchant", merchant)
        .bind("before", before)
        .bind("limit", limit)
        .map((row, context) -> payout(row, List.of()))
        .list();
  }

  /** Returns payouts of a time, oldest first, without their payments. */
  List<Payout> firstReported(
      Handle handle, MerchantId merchant, PayoutId after, UUID end, int limit) {
    return handle
        .createQuery(FIRST_REPORTED)
        .bind("merchant", merchant)
        .bind("after", after)
        .bind("end", end)
        .bind("limit", limit)
        .map((row, context) -> payout(row, List.of()))
        .list();
  }

  /** Returns what the payouts of these months add up to, in the order of the months. */
  List<PayoutMonth> months(Handle handle, MerchantId merchant, LocalDate first, LocalDate end) {
    return handle
        .createQuery(MONTHS)
        .bind("merchant", merchant)
        .bind("first", first)
        .bind("end", end)
        .mapTo(PayoutMonth.class)
        .list();
  }

  /** Returns what was reported of the payout, in the order of arrival. */
  List<Payout.Step> steps(Handle handle, Payout payout, int limit) {
    return handle
        .createQuery(STEPS)
        .bind("merchant", payout.merchantId())
        .bind("id", payout.id())
        .bind("limit", limit)
        .mapTo(Payout.Step.class)
        .list();
  }

  /** Returns those of these payments that the merchant has. */
  PaymentsInPayout payments(Handle handle, MerchantId merchant, List<PaymentId> payments) {
    return new PaymentsInPayout(
        payments.isEmpty()
            ? List.of()
            : handle
                .createQuery(PAYMENTS)
                .bind("merchant", merchant)
                .bindArray("payments", PaymentId.class, payments)
                .mapTo(PaymentsInPayout.Row.class)
                .list());
  }

  /** Reads {@link #COLUMNS} and the payments. */
  static Payout whole(ResultSet row) throws SQLException {
    return payout(row, Objects.requireNonNull(payments(row)));
  }

  private static Payout payout(ResultSet row, List<PaymentId> payments) throws SQLException {
    return new Payout(
        new MerchantId(row.getObject("merchant_id", UUID.class)),
        new PayoutId(row.getObject("id", UUID.class)),
        row.getString("payout_ref"),
        PayoutStatus.valueOf(row.getString("status")),
        row.getBigDecimal("amount"),
        row.getBigDecimal("fee"),
        row.getString("currency"),
        row.getBigDecimal("rate"),
        row.getString("bank_reference"),
        row.getString("account_last4"),
        payments,
        row.getInt("payment_count"),
        row.getBigDecimal("payments_total"),
        PayoutFlag.parse(row.getString("flags")),
        instant(row, "created_at"),
        instant(row, "updated_at"));
  }

  static @Nullable List<PaymentId> payments(ResultSet row) throws SQLException {
    Array array = row.getArray("payments");
    return array == null
        ? null
        : Arrays.stream((UUID[]) array.getArray()).map(PaymentId::new).toList();
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
