package dev.paylink.sdk;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment that the service has stored durably; give {@code paymentUrl} to the customer.
 *
 * @param paymentId identifies the payment in every other call and in webhooks
 * @param invoiceId the invoice this payment is for
 * @param invoiceNumber the invoice's number as a customer reads it
 * @param paymentUrl the hosted page; anyone who has it can open the payment
 * @param status the status when the payment was created
 * @param amount the amount, or null if the payer chooses it on the page
 * @param currency the currency that prices the invoice
 * @param reference the merchant's own order id, if one was given
 * @param expiresAt when the page stops accepting the payment
 * @param createdAt when the payment was created
 * @param testMode true if a sandbox answered
 * @param replayed true if the idempotency key had created this payment before
 */
public record CreatedPayment(
    String paymentId,
    String invoiceId,
    String invoiceNumber,
    URI paymentUrl,
    PaymentStatus status,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String reference,
    Instant expiresAt,
    Instant createdAt,
    boolean testMode,
    boolean replayed) {

  static CreatedPayment from(JsonObject body, boolean replayed) {
    return new CreatedPayment(
        body.text("paymentId"),
        body.text("invoiceId"),
        body.text("invoiceNumber"),
        body.uri("paymentUrl"),
        PaymentStatus.fromWire(body.text("status")),
        body.decimalOrNull("amount"),
        body.text("currency"),
        body.textOrNull("reference"),
        body.instant("expiresAt"),
        body.instant("createdAt"),
        body.flag("testMode"),
        replayed);
  }
}
