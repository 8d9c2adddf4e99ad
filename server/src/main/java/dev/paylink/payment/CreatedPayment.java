package dev.paylink.payment;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.PaymentId;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer of create-payment. All its values are stored and never change, so a replay is answered
 * with the same bytes as the first request.
 */
public record CreatedPayment(
    PaymentId paymentId,
    InvoiceId invoiceId,
    String invoiceNumber,
    LinkToken linkToken,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String reference,
    @Nullable String description,
    @Nullable String customerName,
    @Nullable String customerEmail,
    Instant expiresAt,
    Instant createdAt) {}
