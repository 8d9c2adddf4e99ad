package dev.paylink.invoice;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An invoice that is about to be stored. Its status is open. */
public record NewInvoice(
    MerchantId merchantId,
    InvoiceId id,
    String number,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String description,
    @Nullable String customerName,
    @Nullable String customerEmail,
    Instant createdAt) {}
