package dev.paylink.payment.create;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.read.LinkToken;
import org.jspecify.annotations.Nullable;

/**
 * One create-payment on its way to the writer: for whom, under which key, over which bytes, what.
 * It brings its random link token along, so that the one writer thread makes none.
 *
 * @param payee the merchant's deposit address; null when it has none
 */
record NewPayment(
    MerchantId merchantId,
    @Nullable String payee,
    String idempotencyKey,
    byte[] requestHash,
    CreatePaymentCommand command,
    LinkToken linkToken) {}
