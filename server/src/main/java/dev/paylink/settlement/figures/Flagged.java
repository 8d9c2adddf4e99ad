package dev.paylink.settlement.figures;

import dev.paylink.payment.Payment;
import org.jspecify.annotations.Nullable;

/**
 * A payment that gets a flag.
 *
 * @param what what does not match, or the second transfer; null for a duplicate
 * @param transaction the hash, as far as it was told
 */
public record Flagged(
    Payment payment, PaymentFlags.Kind kind, @Nullable String what, @Nullable String transaction) {}
