package dev.paylink.settlement.figures;

import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import org.jspecify.annotations.Nullable;

/**
 * A payment that gets a flag.
 *
 * @param what what does not match, or the transfer with which it was too much; null for the other
 *     flags
 * @param transaction the hash, if it was reported
 */
public record Flagged(
    Payment payment, PaymentFlag kind, @Nullable String what, @Nullable String transaction) {}
