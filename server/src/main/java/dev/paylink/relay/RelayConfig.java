package dev.paylink.relay;

import dev.paylink.chain.source.ChainConfig;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a relay of one chain works.
 *
 * @param key null if another process holds it ({@code paylink relay})
 * @param budget the most wei a day
 * @param merchantBudget the most wei a day for payments of one merchant
 * @param highestFee the most wei per gas
 * @param smallest the smallest payment that is sent, in its currency
 * @param coinPrice what a coin of the chain is worth, in the currency of payments; null if a
 *     payment may cost any share of itself
 * @param sharePercent the most of a payment that its fee may be worth
 * @param patience how long a transaction waits for a block before its fee is raised
 * @param collectBudget the most wei a day for sweeping transfer addresses; zero if it does not
 */
public record RelayConfig(
    ChainConfig chain,
    @Nullable RelayKey key,
    BigInteger budget,
    BigInteger merchantBudget,
    BigInteger highestFee,
    BigDecimal smallest,
    @Nullable BigDecimal coinPrice,
    BigDecimal sharePercent,
    Duration patience,
    BigInteger collectBudget) {
  private static final int COIN_DECIMALS = 18;
  private static final int LOSS_PART = 4;

  /** The most wei of a day. */
  record Limit(BigInteger budget) {
    /** Returns how much may be lost, in wei: then nothing more is sent until the next day. */
    BigInteger loss() {
      return budget.divide(BigInteger.valueOf(LOSS_PART)).max(BigInteger.ONE);
    }
  }

  Limit limit(RelayOrder.Purpose purpose) {
    return new Limit(
        switch (purpose) {
          case payment -> budget;
          case collection -> collectBudget;
        });
  }

  /** Returns the same for one merchant. */
  Limit merchantLimit(RelayOrder.Purpose purpose) {
    return new Limit(merchantBudget.min(limit(purpose).budget));
  }

  /** Tells whether it sweeps transfer addresses for merchants. */
  public boolean collects() {
    return collectBudget.signum() > 0;
  }

  /** Tells whether a fee of so many wei is too much for this amount. */
  boolean isTooDear(BigInteger wei, BigDecimal amount) {
    BigDecimal price = coinPrice;
    return price != null
        && new BigDecimal(wei, COIN_DECIMALS)
                .multiply(price)
                .compareTo(
                    amount
                        .multiply(sharePercent)
                        .divide(BigDecimal.valueOf(100), RoundingMode.DOWN))
            > 0;
  }

  /** Returns wei as coins of the chain. */
  static BigDecimal coins(BigDecimal wei) {
    return wei.movePointLeft(COIN_DECIMALS).stripTrailingZeros();
  }
}
