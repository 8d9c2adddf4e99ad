package dev.paylink.payment.read;

import org.jspecify.annotations.Nullable;

/**
 * A payment with the data that only its hosted page shows: whom it pays and where the payer
 * returns.
 *
 * @param suspended whether its merchant is currently barred from collecting
 */
public record HostedPayment(
    Payment payment,
    String merchantName,
    boolean suspended,
    String payee,
    @Nullable String locale,
    @Nullable String successUrl,
    @Nullable String cancelUrl) {}
