package dev.paylink.invoice;

import dev.paylink.ids.InvoiceId;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An invoice as its merchant sees it. If {@code amount} is null, the payer chooses it. */
public record Invoice(
    InvoiceId id,
    String number,
    InvoiceStatus status,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String description,
    @Nullable String customerName,
    @Nullable String customerEmail,
    Instant createdAt,
    Instant updatedAt) {}
