package dev.paylink.sdk;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event, the same whether a webhook brought it or the feed: immutable, and equal to every other
 * delivery of itself. Process each {@code eventId} once; it may arrive more than once.
 *
 * <p>An event that is not about a payment, such as {@code webhook.test}, has null in the fields of
 * the payment. Fields this client does not know are in {@code json} only.
 *
 * @param eventId identifies the event in every delivery and in the feed
 * @param type {@code payment.confirmed}, {@code payment.failed}, or another word: ignore those you
 *     do not know
 * @param createdAt when the event was recorded
 * @param paymentId the payment it is about
 * @param status the payment's status after the event
 * @param invoiceId the invoice that payment is for
 * @param invoiceNumber the invoice's number as a customer reads it
 * @param invoiceStatus {@code paid} or {@code open}, after the event
 * @param amount the payment's amount, or null while the payer has not chosen it
 * @param currency the currency that prices the invoice
 * @param reference the merchant's own order id, if one was given
 * @param metadata the merchant's own pairs, empty if none were given
 * @param failureReason why the payment failed, for example {@code expired}
 * @param transaction the transaction that settled it, if one was reported
 * @param testMode true when a sandbox sent it
 * @param json the body exactly as the service wrote it
 */
public record WebhookEvent(
    String eventId,
    String type,
    Instant createdAt,
    @Nullable String paymentId,
    @Nullable PaymentStatus status,
    @Nullable String invoiceId,
    @Nullable String invoiceNumber,
    @Nullable String invoiceStatus,
    @Nullable BigDecimal amount,
    @Nullable String currency,
    @Nullable String reference,
    Map<String, String> metadata,
    @Nullable String failureReason,
    @Nullable PaymentTransaction transaction,
    boolean testMode,
    String json) {

  public WebhookEvent {
    metadata = Map.copyOf(metadata);
  }

  /** Returns the raw bytes of the body, which are what the service signs. */
  public byte[] rawBody() {
    // Only well-formed UTF-8 is ever read, so this returns exactly the received bytes.
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a whole body; {@code json} is all of it. */
  static WebhookEvent parse(byte[] body) {
    return from(JsonObject.parse(body), new String(body, StandardCharsets.UTF_8));
  }

  /** Reads one item of a page. */
  static WebhookEvent from(JsonObject item) {
    return from(item, item.fields().source());
  }

  private static WebhookEvent from(JsonObject body, String json) {
    String status = body.textOrNull("status");
    JsonObject transaction = body.objectOrNull("transaction");
    return new WebhookEvent(
        body.text("eventId"),
        body.text("type"),
        body.instant("createdAt"),
        body.textOrNull("paymentId"),
        status == null ? null : PaymentStatus.fromWire(status),
        body.textOrNull("invoiceId"),
        body.textOrNull("invoiceNumber"),
        body.textOrNull("invoiceStatus"),
        body.decimalOrNull("amount"),
        body.textOrNull("currency"),
        body.textOrNull("reference"),
        body.texts("metadata"),
        body.textOrNull("failureReason"),
        transaction == null ? null : PaymentTransaction.from(transaction),
        body.flag("testMode"),
        json);
  }
}
