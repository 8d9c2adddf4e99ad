package dev.paylink.payment;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import org.jspecify.annotations.Nullable;

/**
 * One create-payment on its way to the writer: merchant, idempotency key, hash of the bytes,
 * command. It carries its random link token, so that the single writer thread generates none.
 *
 * @param payee the merchant's deposit address; null if it has none
 * @param link the reusable link that makes it; null if none does
 */
public record NewPayment(
    MerchantId merchantId,
    @Nullable String payee,
    String idempotencyKey,
    byte[] requestHash,
    CreatePaymentCommand command,
    LinkToken linkToken,
    @Nullable LinkId link) {}
