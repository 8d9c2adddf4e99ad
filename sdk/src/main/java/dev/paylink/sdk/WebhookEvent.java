package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
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
 */
public final class WebhookEvent extends Values {
  private final String eventId;
  private final String type;
  private final Instant createdAt;
  private final @Nullable String paymentId;
  private final @Nullable String payoutId;
  private final @Nullable PaymentStatus status;
  private final @Nullable String invoiceId;
  private final @Nullable String invoiceNumber;
  private final @Nullable String invoiceStatus;
  private final @Nullable BigDecimal amount;
  private final @Nullable String currency;
  private final @Nullable String reference;
  private final Map<String, String> metadata;
  private final @Nullable String failureReason;
  private final @Nullable PaymentTransaction transaction;
  private final boolean testMode;
  private final String json;

  private WebhookEvent(JsonObject body, String json) {
    String word = body.textOrNull("status");
    JsonObject settled = body.objectOrNull("transaction");
    this.eventId = body.text("eventId");
    this.type = body.text("type");
    this.createdAt = body.instant("createdAt");
    this.paymentId = body.textOrNull("paymentId");
    this.payoutId = body.textOrNull("payoutId");
    this.status = word == null || paymentId == null ? null : PaymentStatus.fromWire(word);
    this.invoiceId = body.textOrNull("invoiceId");
    this.invoiceNumber = body.textOrNull("invoiceNumber");
    this.invoiceStatus = body.textOrNull("invoiceStatus");
    this.amount = body.decimalOrNull("amount");
    this.currency = body.textOrNull("currency");
    this.reference = body.textOrNull("reference");
    this.metadata = Map.copyOf(body.texts("metadata"));
    this.failureReason = body.textOrNull("failureReason");
    this.transaction = settled == null ? null : PaymentTransaction.from(settled);
    this.testMode = body.flag("testMode");
    this.json = json;
  }

  /** Returns the event's id, the same in every delivery and in the feed. */
  public String eventId() {
    return eventId;
  }

  /**
   * Returns {@code payment.confirmed}, {@code payment.failed}, or another word: ignore those you do
   * not know.
   */
  public String type() {
    return type;
  }

  /** Returns when the event was recorded. */
  public Instant createdAt() {
    return createdAt;
  }

  /** Returns the payment it is about. */
  public @Nullable String paymentId() {
    return paymentId;
  }

  /** Returns the payout's id; null unless the event is about a payout. Its state is in the json. */
  public @Nullable String payoutId() {
    return payoutId;
  }

  /** Returns the payment's status after the event. */
  public @Nullable PaymentStatus status() {
    return status;
  }

  /** Returns the invoice that payment is for. */
  public @Nullable String invoiceId() {
    return invoiceId;
  }

  /** Returns the invoice's number as a customer reads it. */
  public @Nullable String invoiceNumber() {
    return invoiceNumber;
  }

  /** Returns {@code paid} or {@code open}, after the event. */
  public @Nullable String invoiceStatus() {
    return invoiceStatus;
  }

  /** Returns the payment's amount, or null while the payer has not chosen it. */
  public @Nullable BigDecimal amount() {
    return amount;
  }

  /** Returns the currency that prices the invoice. */
  public @Nullable String currency() {
    return currency;
  }

  /** Returns the merchant's own order id, if one was given. */
  public @Nullable String reference() {
    return reference;
  }

  /** Returns the merchant's own pairs, empty if none were given. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** Returns why the payment failed, for example {@code expired}. */
  public @Nullable String failureReason() {
    return failureReason;
  }

  /** Returns the transaction that settled it, if one was reported. */
  public @Nullable PaymentTransaction transaction() {
    return transaction;
  }

  /** Returns true when a sandbox sent it. */
  public boolean testMode() {
    return testMode;
  }

  /** Returns the body exactly as the service wrote it. */
  public String json() {
    return json;
  }

  /** Returns the raw bytes of the body, which are what the service signs. */
  public byte[] rawBody() {
    // Only well-formed UTF-8 is ever read, so this returns exactly the received bytes.
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a whole body; {@code json} is all of it. */
  public static WebhookEvent parse(byte[] body) {
    return new WebhookEvent(JsonObject.parse(body), new String(body, StandardCharsets.UTF_8));
  }

  /** Reads one item of a page. */
  static WebhookEvent from(JsonObject item) {
    return new WebhookEvent(item, item.fields().source());
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"json", json};
  }
}
