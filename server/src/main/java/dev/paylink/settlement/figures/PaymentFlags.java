package dev.paylink.settlement.figures;

import org.jspecify.annotations.Nullable;

/**
 * What stands behind the flags of a payment.
 *
 * @param mismatch what did not match in a confirmation that was refused; null when none was
 * @param overpaid the second transfer that paid it; null when there was none
 * @param held the suspended token in which it was paid; null unless operators have to decide
 */
public record PaymentFlags(
    @Nullable String mismatch, @Nullable String overpaid, @Nullable String held) {
  public static final PaymentFlags NONE = new PaymentFlags(null, null, null);
}
