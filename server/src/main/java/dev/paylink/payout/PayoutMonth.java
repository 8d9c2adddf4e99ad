package dev.paylink.payout;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * What the payouts of a month (UTC) add up to that are in one currency and state. A payout belongs
 * to the month in which it was first reported.
 *
 * @param month its first day
 * @param amount what reaches the bank account
 * @param mismatches how many do not agree with their payments
 */
public record PayoutMonth(
    LocalDate month,
    String currency,
    PayoutStatus status,
    long payouts,
    BigDecimal amount,
    BigDecimal fee,
    long mismatches) {

  /** Returns what left the merchant's balance: the amounts and the fees. */
  public BigDecimal gross() {
    return amount.add(fee);
  }
}
