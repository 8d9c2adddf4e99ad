package dev.paylink.settlement.figures;

import org.jspecify.annotations.Nullable;

/**
 * What stands behind the flags of a payment.
 *
 * @param mismatch what did not match in a confirmation that was refused; null when none was
 * @param overpaid the transfer with which it was too much; null when there was none
 */
public record PaymentFlags(@Nullable String mismatch, @Nullable String overpaid) {}
