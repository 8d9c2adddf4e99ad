package dev.paylink.sdk;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payment as of the service's answer. Immutable: ask again for a newer state.
 *
 * @param paymentId identifies the payment
 * @param status one of the four statuses
 * @param invoiceId the invoice this payment is for
 * @param invoiceNumber the invoice's number as a customer reads it
 * @param invoiceStatus {@code paid} while any payment of the invoice is a success, else {@code
 *     open}
 * @param amount the amount, or null while the payer has not chosen it
 * @param currency the currency that prices the invoice
 * @param reference the merchant's own order id, if one was given
 * @param interfaceName the field {@code interface}; webhooks are sent for {@code service-server}
 * @param metadata the merchant's own pairs, empty if none were given
 * @param failureReason why a failed payment failed, for example {@code expired}
 * @param transaction the transaction that settled it, if one was reported
 * @param createdAt when the payment was created
 * @param updatedAt when it last changed
 * @param expiresAt when the page stops accepting the payment
 * @param testMode true if a sandbox answered
 */
public record Payment(
    String paymentId,
    PaymentStatus status,
    String invoiceId,
    String invoiceNumber,
    String invoiceStatus,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String reference,
    String interfaceName,
    Map<String, String> metadata,
    @Nullable String failureReason,
    @Nullable PaymentTransaction transaction,
    Instant createdAt,
    Instant updatedAt,
    Instant expiresAt,
    boolean testMode) {

  public Payment {
    metadata = Map.copyOf(metadata);
  }

  static Payment from(JsonObject body) {
    JsonObject transaction = body.objectOrNull("transaction");
    return new Payment(
        body.text("paymentId"),
        PaymentStatus.fromWire(body.text("status")),
        body.text("invoiceId"),
        body.text("invoiceNumber"),
        body.text("invoiceStatus"),
        body.decimalOrNull("amount"),
        body.text("currency"),
        body.textOrNull("reference"),
        body.text("interface"),
        body.texts("metadata"),
        body.textOrNull("failureReason"),
        transaction == null ? null : PaymentTransaction.from(transaction),
        body.instant("createdAt"),
        body.instant("updatedAt"),
        body.instant("expiresAt"),
        body.flag("testMode"));
  }
}
