package dev.paylink.settlement.refund;

import dev.paylink.money.Currency;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What a payment got in one token on one chain, and how much of it was given back or may be.
 *
 * @param currency the one that lists the token: the payment's, or another one
 */
public record Refundable(
    long chainId, String token, Currency currency, BigDecimal received, BigDecimal taken) {

  /**
   * Returns what can still be refunded. Less than the smallest unit of the currency does not count.
   */
  public BigDecimal left() {
    return received
        .setScale(currency.decimals(), RoundingMode.DOWN)
        .subtract(taken)
        .max(BigDecimal.ZERO.setScale(currency.decimals()));
  }

  boolean hasSome() {
    return left().signum() > 0;
  }

  boolean isIn(long chain, String symbol) {
    return chainId == chain && token.equals(symbol);
  }
}
