package dev.paylink.settlement.figures;

import java.math.BigDecimal;

/**
 * What moved of one currency in some time (UTC). Every page, file and answer that shows a sum shows
 * one of these four. They are sums of the lines that the books have of this time, whatever the
 * outcome of the payments, so those of a time that is over never change.
 *
 * <ul>
 *   <li>gross: all that came, also what was taken back or refunded later;
 *   <li>taken back: what a reorganisation took in this time, whenever it had come;
 *   <li>refunded: refunds that were settled in this time, less those that were undone in it;
 *   <li>net: gross less taken back less refunded.
 * </ul>
 *
 * @param refunds how many refunds were settled, less those that were undone
 */
public record Sums(BigDecimal gross, BigDecimal takenBack, long refunds, BigDecimal refunded) {
  public static final Sums NONE = new Sums(BigDecimal.ZERO, BigDecimal.ZERO, 0, BigDecimal.ZERO);

  /** Gives all amounts the decimals of the one that has most: a currency writes 0.00. */
  public Sums {
    int decimals = Math.max(gross.scale(), Math.max(takenBack.scale(), refunded.scale()));
    gross = gross.setScale(decimals);
    takenBack = takenBack.setScale(decimals);
    refunded = refunded.setScale(decimals);
  }

  public static Sums ofGross(BigDecimal amount) {
    return new Sums(amount, BigDecimal.ZERO, 0, BigDecimal.ZERO);
  }

  public static Sums ofTakenBack(BigDecimal amount) {
    return new Sums(BigDecimal.ZERO, amount, 0, BigDecimal.ZERO);
  }

  public static Sums ofRefunded(long refunds, BigDecimal amount) {
    return new Sums(BigDecimal.ZERO, BigDecimal.ZERO, refunds, amount);
  }

  public Sums plus(Sums other) {
    return new Sums(
        gross.add(other.gross),
        takenBack.add(other.takenBack),
        refunds + other.refunds,
        refunded.add(other.refunded));
  }

  public BigDecimal net() {
    return gross.subtract(takenBack).subtract(refunded);
  }

  /** Tells whether nothing moved. */
  public boolean isEmpty() {
    return gross.signum() == 0 && takenBack.signum() == 0 && refunded.signum() == 0;
  }
}
