package dev.paylink.desk.system;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The relay of a chain. Coins are whole coins of the chain, fees are in gwei.
 *
 * @param account null if no relay of the chain has run yet
 * @param today what today's payments have cost
 * @param collected what today's collecting for merchants has cost; null if it does not
 * @param underWay what waits and what was sent, the oldest first
 */
public record RelayState(
    String chain,
    @Nullable Account account,
    Day today,
    @Nullable Day collected,
    Bounds bounds,
    List<UnderWay> underWay) {
  /** An account that was not seen for so long belongs to a relay that does not run. */
  static final Duration AWAY = Duration.ofSeconds(30);

  /** A transaction that waits for longer is stuck. */
  static final Duration STUCK = Duration.ofMinutes(5);

  /** The account that pays the fees, when it was last seen. */
  public record Account(String address, BigDecimal balance, BigDecimal fee, Instant seenAt) {}

  /**
   * What a day costs.
   *
   * @param used spent or reserved
   * @param lost of it, for transactions that paid nothing
   */
  public record Day(BigDecimal used, BigDecimal lost) {}

  /** What the configuration allows. */
  public record Bounds(
      BigDecimal budget,
      BigDecimal merchantBudget,
      BigDecimal loss,
      BigDecimal collectBudget,
      BigDecimal highestFee) {}

  /**
   * What is to be sent and no final block has.
   *
   * @param collects whether it collects for the merchant, and no payer has signed it
   * @param nonce null until a relay has signed it
   * @param transaction the newest one; null until then
   * @param transactions how many were signed for it
   */
  public record UnderWay(
      String paymentId,
      String merchantId,
      Instant since,
      boolean collects,
      @Nullable Long nonce,
      @Nullable String transaction,
      int transactions) {}
}
