package dev.paylink.settlement.received;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * How much of an amount a merchant forgives, and what is too little to be told.
 *
 * <ul>
 *   <li>What is missing is forgiven if it is within the percent and within the amount. A rule with
 *       one of them at zero forgives nothing.
 *   <li>Dust is what is below a thousandth of the amount, or below the merchant's own floor.
 * </ul>
 */
public record SettlementRule(
    BigDecimal toleratedPercent, BigDecimal toleratedAmount, BigDecimal ignoredBelow) {
  /** The rule of a merchant who has set none. */
  public static final SettlementRule NONE =
      new SettlementRule(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

  private static final BigDecimal THOUSANDTH = new BigDecimal("0.001");
  private static final BigDecimal PERCENT = new BigDecimal("0.01");

  /** Returns whether the rest of the amount is forgiven. */
  public boolean forgives(@Nullable BigDecimal asked, @Nullable BigDecimal received) {
    if (asked == null || received == null || received.signum() <= 0) {
      return false;
    }
    BigDecimal missing = asked.subtract(received);
    return toleratedPercent.signum() > 0
        && toleratedAmount.signum() > 0
        && missing.compareTo(asked.multiply(toleratedPercent).multiply(PERCENT)) <= 0
        && missing.compareTo(toleratedAmount) <= 0;
  }

  /** Returns whether the sum is too little to be told. */
  public boolean isDust(@Nullable BigDecimal asked, @Nullable BigDecimal sum) {
    return sum == null
        || sum.signum() <= 0
        || sum.compareTo(ignoredBelow) < 0
        || (asked != null && sum.compareTo(asked.multiply(THOUSANDTH)) < 0);
  }

  /** Returns the rule for the audit log. */
  public String words() {
    return "forgives %s %% and %s, ignores below %s"
        .formatted(
            toleratedPercent.toPlainString(),
            toleratedAmount.toPlainString(),
            ignoredBelow.toPlainString());
  }
}
