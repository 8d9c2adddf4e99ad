package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a component or an operator tells about a payout.
 *
 * @param payoutRef the reporter's name for the payout; with the merchant it says which one it is
 * @param status what has happened
 * @param amount what reaches the bank account
 * @param fee what was kept, in the same currency; null if nothing is said about it
 * @param rate how much of the payout's currency one unit of the payments' is; null in the same one
 * @param accountLast4 the last four characters of the account's number
 * @param payments the payments in it; null if nothing is said about them
 */
public record PayoutReport(
    String payoutRef,
    MerchantId merchantId,
    PayoutStatus status,
    BigDecimal amount,
    @Nullable BigDecimal fee,
    String currency,
    @Nullable BigDecimal rate,
    @Nullable String bankReference,
    @Nullable String accountLast4,
    @Nullable List<PaymentId> payments,
    Instant occurredAt) {

  /** Returns whether the other one says the same of the same state; it may be of another time. */
  boolean isRepeatedBy(PayoutReport other) {
    return status == other.status
        && isSame(amount, other.amount)
        && isSame(fee, other.fee)
        && currency.equals(other.currency)
        && isSame(rate, other.rate)
        && Objects.equals(bankReference, other.bankReference)
        && Objects.equals(accountLast4, other.accountLast4)
        && Objects.equals(paymentSet(), other.paymentSet());
  }

  private static boolean isSame(@Nullable BigDecimal one, @Nullable BigDecimal other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return one.compareTo(other) == 0;
  }

  /** Returns the payments without an order; null if nothing is said about them. */
  @Nullable Set<PaymentId> paymentSet() {
    return payments == null ? null : Set.copyOf(payments);
  }

  /** Returns the body of a call that reports the same. */
  String json() {
    return Json.object()
        .put("payoutRef", payoutRef)
        .put("merchantId", merchantId.toString())
        .put("type", status.type())
        .put("amount", amount.toPlainString())
        .put("fee", fee == null ? null : fee.toPlainString())
        .put("currency", currency)
        .put("rate", rate == null ? null : rate.toPlainString())
        .put("bankReference", bankReference)
        .put("accountLast4", accountLast4)
        .putTexts(
            "payments", payments == null ? null : payments.stream().map(Object::toString).toList())
        .put("occurredAt", occurredAt)
        .text();
  }

  /** Returns what it tells, in a line for people. */
  String words() {
    return "%s as %s: %s %s%s%s"
        .formatted(
            payoutRef,
            status,
            amount.toPlainString(),
            currency,
            fee == null ? "" : ", fee " + fee.toPlainString(),
            payments == null ? "" : ", " + payments.size() + " payments");
  }
}
