package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.PaymentId;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What create-payment answers. Made of stored values that never change, so that the answer to a
 * replay has the bytes of the first.
 */
public record CreatedPayment(
    PaymentId paymentId,
    InvoiceId invoiceId,
    String invoiceNumber,
    LinkToken linkToken,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String reference,
    Instant expiresAt,
    Instant createdAt) {}
