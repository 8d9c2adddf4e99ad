package dev.paylink.payment;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment with the invoice data its readers need. {@code metadata} and {@code transaction} are
 * JSON text, as stored.
 *
 * @param refunded the sum of its refunds that are settled; null if there are none
 */
public record Payment(
    MerchantId merchantId,
    PaymentId id,
    PaymentStatus status,
    InvoiceId invoiceId,
    String invoiceNumber,
    InvoiceStatus invoiceStatus,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String description,
    @Nullable String customerName,
    @Nullable String customerEmail,
    @Nullable String reference,
    String interfaceName,
    @Nullable String metadata,
    @Nullable String failureReason,
    @Nullable String transaction,
    LinkToken linkToken,
    Instant createdAt,
    Instant updatedAt,
    Instant expiresAt,
    @Nullable BigDecimal refunded) {

  /** Returns the same payment after an outcome. */
  public Payment with(
      PaymentStatus newStatus,
      InvoiceStatus newInvoiceStatus,
      @Nullable BigDecimal newAmount,
      @Nullable String newFailureReason,
      @Nullable String newTransaction,
      Instant at) {
    return new Payment(
        merchantId,
        id,
        newStatus,
        invoiceId,
        invoiceNumber,
        newInvoiceStatus,
        newAmount,
        currency,
        description,
        customerName,
        customerEmail,
        reference,
        interfaceName,
        metadata,
        newFailureReason,
        newTransaction,
        linkToken,
        createdAt,
        at,
        expiresAt,
        refunded);
  }
}
