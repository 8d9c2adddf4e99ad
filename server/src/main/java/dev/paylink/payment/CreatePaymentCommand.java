package dev.paylink.payment;

import dev.paylink.ids.InvoiceId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's request, checked field by field. {@code amount} null: the payer chooses it.
 *
 * @param sendInvoice whether the customer gets letters; null: as the merchant has set
 */
public record CreatePaymentCommand(
    @Nullable BigDecimal amount,
    @Nullable String currency,
    @Nullable String description,
    @Nullable String reference,
    @Nullable String invoiceNumber,
    @Nullable InvoiceId invoiceId,
    @Nullable String customerName,
    @Nullable String customerEmail,
    @Nullable String successUrl,
    @Nullable String cancelUrl,
    Duration expiresIn,
    @Nullable String locale,
    Map<String, String> metadata,
    String interfaceName,
    @Nullable Boolean sendInvoice) {}
