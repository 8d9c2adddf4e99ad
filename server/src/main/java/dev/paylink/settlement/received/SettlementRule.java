package dev.paylink.settlement.received;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The merchant's rules: the underpayment it accepts, the amounts below which it is not notified,
 * and the finality a payment needs.
 *
 * <ul>
 *   <li>What is missing is forgiven if it is within the percent and within the amount. A rule with
 *       one of them at zero forgives nothing.
 *   <li>A payment of at most {@code safeUpTo} of its currency is confirmed in a safe block, where
 *       the operator allows it; every other one when it is final.
 *   <li>Dust is what is below a thousandth of the amount, or below the merchant's own floor.
 * </ul>
 */
public record SettlementRule(
    BigDecimal toleratedPercent,
    BigDecimal toleratedAmount,
    BigDecimal ignoredBelow,
    Map<String, BigDecimal> safeUpTo) {
  /** The rule of a merchant who has set none. */
  public static final SettlementRule NONE =
      new SettlementRule(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, Map.of());

  private static final BigDecimal THOUSANDTH = new BigDecimal("0.001");
  private static final BigDecimal PERCENT = new BigDecimal("0.01");

  public SettlementRule {
    safeUpTo = Collections.unmodifiableMap(new TreeMap<>(safeUpTo));
  }

  /** Returns whether the missing amount is accepted. */
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

  /** Returns whether the sum is below the limit for a notification. */
  public boolean isDust(@Nullable BigDecimal asked, @Nullable BigDecimal sum) {
    return sum == null || sum.signum() <= 0 || sum.compareTo(dustBelow(asked)) < 0;
  }

  /** Returns the limit for a notification. */
  public BigDecimal dustBelow(@Nullable BigDecimal asked) {
    return asked == null ? ignoredBelow : ignoredBelow.max(asked.multiply(THOUSANDTH));
  }

  /** Returns the rule for the audit log. */
  public String words() {
    String words =
        "forgives %s %% and %s, ignores below %s"
            .formatted(
                toleratedPercent.toPlainString(),
                toleratedAmount.toPlainString(),
                ignoredBelow.toPlainString());
    return safeUpTo.isEmpty() ? words : words + ", safe is enough up to " + tiers();
  }

  private String tiers() {
    return safeUpTo.entrySet().stream()
        .map(tier -> tier.getValue().toPlainString() + " " + tier.getKey())
        .collect(Collectors.joining(", "));
  }
}
