package dev.paylink.relay;

import dev.paylink.chain.source.SendingNode.Fees;
import java.math.BigInteger;

/**
 * What a transaction may cost.
 *
 * @param fee the most wei per gas, of which the tip is a part
 * @param ceiling the most wei per gas that it may be raised to
 * @param highest the most wei per gas of any transaction
 * @param other its cost on top of its gas, at most
 */
record Plan(
    long gas,
    BigInteger fee,
    BigInteger tip,
    BigInteger ceiling,
    BigInteger highest,
    BigInteger other) {
  /** Gas of a transaction that does nothing. */
  static final long NOTHING = 21_000;

  /** A transaction that waits is raised to so many times its first fee, and no further. */
  private static final BigInteger MOST_RAISES = BigInteger.valueOf(4);

  /** Nodes refuse a transaction in place of another unless it pays a tenth more. */
  private static final BigInteger RAISE_PERCENT = BigInteger.valueOf(125);

  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  static Plan first(long gas, Fees fees, BigInteger highest, BigInteger other) {
    BigInteger fee = fees.base().add(fees.base()).add(fees.tip()).min(highest);
    return new Plan(
        gas,
        fee,
        fees.tip().min(fee),
        fee.multiply(MOST_RAISES).min(highest),
        highest,
        other.multiply(MOST_RAISES));
  }

  /**
   * Returns the most that this transaction, raised or emptied, can cost. One that does nothing may
   * always have the highest fee: otherwise a nonce could wait for as long as fees stay high.
   */
  BigInteger reserved() {
    return ceiling
        .multiply(BigInteger.valueOf(gas))
        .max(highest.multiply(BigInteger.valueOf(NOTHING)))
        .add(other);
  }

  /** Returns about what is reserved for so much gas, before a node is asked. */
  static BigInteger about(BigInteger gas, BigInteger fee, BigInteger highest) {
    return fee.multiply(MOST_RAISES)
        .min(highest)
        .multiply(gas)
        .max(highest.multiply(BigInteger.valueOf(NOTHING)));
  }

  /** Returns a fee that nodes take in place of another one. */
  static BigInteger above(BigInteger fee) {
    return fee.multiply(RAISE_PERCENT).divide(HUNDRED).add(BigInteger.ONE);
  }
}
