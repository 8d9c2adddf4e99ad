package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Writes payouts and what was reported of them, and reads both for the next report. */
final class PayoutStore {
  private static final String BY_REF =
      PayoutQueries.COLUMNS
          + ", payments from payout where payout_ref = :ref and merchant_id = :merchant";
  private static final String REPORTS =
      """
      select status, applied, amount, fee, currency, rate, bank_reference, account_last4, payments,
             occurred_at
        from payout_report where payout_id = :id and merchant_id = :merchant
       order by payout_id, number
      """;
  private static final String INSERT =
      """
      insert into payout (merchant_id, id, payout_ref, status, amount, fee, currency, rate,
                          bank_reference, account_last4, payments, payments_total, flags,
                          created_at, updated_at)
      values (:merchant, :id, :ref, :status, :amount, :fee, :currency, :rate, :bankReference,
              :lastFour, :payments, :total, :flags, :at, :at)
      """;
  private static final String UPDATE =
      """
      update payout
         set status = :status, amount = :amount, fee = :fee, currency = :currency, rate = :rate,
             bank_reference = :bankReference, account_last4 = :lastFour, payments = :payments,
             payments_total = :total, flags = :flags, updated_at = :at
       where id = :id and merchant_id = :merchant and status = :before
      """;
  private static final String INSERT_REPORT =
      """
      insert into payout_report (merchant_id, payout_id, number, status, applied, amount, fee,
                                 currency, rate, bank_reference, account_last4, payments,
                                 occurred_at, reported_at, reported_by)
      values (:merchant, :id, :number, :status, :applied, :amount, :fee, :currency, :rate,
              :bankReference, :lastFour, cast(:payments as uuid[]), :occurredAt, :at, :by)
      """;

  private static final String ADD_MONTH =
      """
      insert into payout_month as m (merchant_id, month, currency, status, payouts, amount, fee,
                                     mismatches)
      values (:merchant, :month, :currency, :status, :count, :amount, :fee, :mismatches)
          on conflict (merchant_id, month, currency, status) do update
         set payouts = m.payouts + excluded.payouts, amount = m.amount + excluded.amount,
             fee = m.fee + excluded.fee, mismatches = m.mismatches + excluded.mismatches
      """;

  /** Returns the payout that the merchant knows by this reference; null if there is none. */
  @Nullable Payout find(Handle handle, MerchantId merchant, String ref) {
    return handle
        .createQuery(BY_REF)
        .bind("merchant", merchant)
        .bind("ref", ref)
        .map((row, context) -> PayoutQueries.whole(row))
        .findOne()
        .orElse(null);
  }

  /** Returns everything that was reported of the payout. */
  PayoutHistory history(Handle handle, Payout payout) {
    List<PayoutReport> applied = new ArrayList<>();
    List<PayoutReport> others = new ArrayList<>();
    handle
        .createQuery(REPORTS)
        .bind("merchant", payout.merchantId())
        .bind("id", payout.id())
        .map(
            (row, context) ->
                (row.getBoolean("applied") ? applied : others)
                    .add(
                        new PayoutReport(
                            payout.payoutRef(),
                            payout.merchantId(),
                            PayoutStatus.valueOf(row.getString("status")),
                            row.getBigDecimal("amount"),
                            row.getBigDecimal("fee"),
                            row.getString("currency"),
                            row.getBigDecimal("rate"),
                            row.getString("bank_reference"),
                            row.getString("account_last4"),
                            PayoutQueries.payments(row),
                            PayoutQueries.instant(row, "occurred_at"))))
        .list();
    return new PayoutHistory(applied, others);
  }

  void insert(Handle handle, Payout payout) {
    of(handle.createUpdate(INSERT), payout).bind("ref", payout.payoutRef()).execute();
    count(handle, payout, 1);
  }

  /** Stores what the reports say by now; throws if the payout is not as it was read. */
  void update(Handle handle, Payout before, Payout payout) {
    if (of(handle.createUpdate(UPDATE), payout).bind("before", before.status().name()).execute()
        != 1) {
      throw new IllegalStateException(payout.id() + " was changed under the merchant's lock");
    }
    count(handle, before, -1);
    count(handle, payout, 1);
  }

  /** Adds the payout to its month, or takes it from there. */
  private static void count(Handle handle, Payout payout, int sign) {
    BigDecimal times = BigDecimal.valueOf(sign);
    BigDecimal none = BigDecimal.ZERO.setScale(payout.amount().scale()); // written as "0.00"
    BigDecimal fee = Objects.requireNonNullElse(payout.fee(), none);
    handle
        .createUpdate(ADD_MONTH)
        .bind("merchant", payout.merchantId())
        .bind("month", LocalDate.ofInstant(payout.createdAt(), ZoneOffset.UTC).withDayOfMonth(1))
        .bind("currency", payout.currency())
        .bind("status", payout.status().name())
        .bind("count", sign)
        .bind("amount", payout.amount().multiply(times))
        .bind("fee", fee.multiply(times))
        .bind("mismatches", payout.flags().contains(PayoutFlag.sum_mismatch) ? sign : 0)
        .execute();
  }

  private static <T extends SqlStatement<T>> T of(T statement, Payout payout) {
    return statement
        .bind("merchant", payout.merchantId())
        .bind("id", payout.id())
        .bind("status", payout.status().name())
        .bind("amount", payout.amount())
        .bind("fee", payout.fee())
        .bind("currency", payout.currency())
        .bind("rate", payout.rate())
        .bind("bankReference", payout.bankReference())
        .bind("lastFour", payout.accountLast4())
        .bindArray("payments", PaymentId.class, payout.payments())
        .bind("total", payout.paymentsTotal())
        .bind("flags", PayoutFlag.text(payout.flags()))
        .bind("at", payout.updatedAt());
  }

  /** Keeps a report. */
  void insert(
      Handle handle,
      PayoutId id,
      int number,
      boolean applied,
      PayoutReport report,
      Instant at,
      String by) {
    List<PaymentId> payments = report.payments();
    handle
        .createUpdate(INSERT_REPORT)
        .bind("merchant", report.merchantId())
        .bind("id", id)
        .bind("number", number)
        .bind("status", report.status().name())
        .bind("applied", applied)
        .bind("amount", report.amount())
        .bind("fee", report.fee())
        .bind("currency", report.currency())
        .bind("rate", report.rate())
        .bind("bankReference", report.bankReference())
        .bind("lastFour", report.accountLast4())
        .bind("payments", payments == null ? null : literal(payments))
        .bind("occurredAt", report.occurredAt())
        .bind("at", at)
        .bind("by", by)
        .execute();
  }

  private static String literal(List<PaymentId> payments) {
    StringBuilder literal = new StringBuilder("{");
    for (PaymentId payment : payments) {
      literal.append(literal.length() == 1 ? "" : ",").append(payment.value());
    }
    return literal.append('}').toString();
  }
}
