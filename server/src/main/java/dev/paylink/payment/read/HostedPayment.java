package dev.paylink.payment.read;

import org.jspecify.annotations.Nullable;

/**
 * A payment with what only its hosted page shows of it: whom it pays and where the payer returns.
 *
 * @param suspended its merchant may not collect now
 */
public record HostedPayment(
    Payment payment,
    String merchantName,
    boolean suspended,
    String payee,
    @Nullable String locale,
    @Nullable String successUrl,
    @Nullable String cancelUrl) {}
