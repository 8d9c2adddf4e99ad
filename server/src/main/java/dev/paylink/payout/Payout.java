package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Money on its way to a merchant's bank account, as its reports say together.
 *
 * @param amount what reaches the account
 * @param fee what was kept; null if nothing was said about it
 * @param rate how much of its currency one unit of the payments' is; null in the same one
 * @param payments the payments in it; empty where a list does not read them
 * @param paymentsTotal what its payments brought, in its currency; null if that cannot be compared
 */
public record Payout(
    MerchantId merchantId,
    PayoutId id,
    String payoutRef,
    PayoutStatus status,
    BigDecimal amount,
    @Nullable BigDecimal fee,
    String currency,
    @Nullable BigDecimal rate,
    @Nullable String bankReference,
    @Nullable String accountLast4,
    List<PaymentId> payments,
    int paymentCount,
    @Nullable BigDecimal paymentsTotal,
    Set<PayoutFlag> flags,
    Instant createdAt,
    Instant updatedAt) {

  /** Returns what left the merchant's balance: the amount and the fee. */
  public BigDecimal gross() {
    return fee == null ? amount : amount.add(fee);
  }

  /** A report about it, as its page shows it. */
  public record Step(
      PayoutStatus status,
      boolean applied,
      BigDecimal amount,
      @Nullable BigDecimal fee,
      String currency,
      Instant occurredAt,
      Instant reportedAt,
      String reportedBy) {}
}
