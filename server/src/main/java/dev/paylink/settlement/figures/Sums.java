package dev.paylink.settlement.figures;

import java.math.BigDecimal;

/**
 * What the payments of one currency come to in some time (UTC). Every page, file and answer that
 * shows a sum shows one of these four. None of them is negative but the last.
 *
 * <ul>
 *   <li>gross: all that was settled in this time, also what was taken back later;
 *   <li>taken back: the part of it whose success did not last, whenever that was found out;
 *   <li>refunded: refunds that were settled in this time, of whatever payments;
 *   <li>net: gross less taken back less refunded.
 * </ul>
 *
 * @param settled how many settlements the gross sum has
 */
public record Sums(
    long settled,
    BigDecimal gross,
    long takenBackCount,
    BigDecimal takenBack,
    long refunds,
    BigDecimal refunded) {
  public static final Sums NONE =
      new Sums(0, BigDecimal.ZERO, 0, BigDecimal.ZERO, 0, BigDecimal.ZERO);

  /** Gives all amounts the decimals of the one that has most: a currency writes 0.00. */
  public Sums {
    int decimals = Math.max(gross.scale(), Math.max(takenBack.scale(), refunded.scale()));
    gross = gross.setScale(decimals);
    takenBack = takenBack.setScale(decimals);
    refunded = refunded.setScale(decimals);
  }

  public static Sums ofSettled(BigDecimal amount) {
    return new Sums(1, amount, 0, BigDecimal.ZERO, 0, BigDecimal.ZERO);
  }

  public static Sums ofTakenBack(BigDecimal amount) {
    return new Sums(0, BigDecimal.ZERO, 1, amount, 0, BigDecimal.ZERO);
  }

  public static Sums ofRefunded(BigDecimal amount) {
    return new Sums(0, BigDecimal.ZERO, 0, BigDecimal.ZERO, 1, amount);
  }

  public Sums plus(Sums other) {
    return new Sums(
        settled + other.settled,
        gross.add(other.gross),
        takenBackCount + other.takenBackCount,
        takenBack.add(other.takenBack),
        refunds + other.refunds,
        refunded.add(other.refunded));
  }

  /** Returns how many payments were settled and still are. */
  public long payments() {
    return settled - takenBackCount;
  }

  /** Returns what was settled and still is, before refunds. */
  public BigDecimal kept() {
    return gross.subtract(takenBack);
  }

  public BigDecimal net() {
    return kept().subtract(refunded);
  }

  /** Tells whether nothing was settled or refunded. */
  public boolean isEmpty() {
    return settled == 0 && refunds == 0;
  }
}
