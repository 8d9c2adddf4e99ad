package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payment that the service has stored durably; give {@code paymentUrl} to the customer. */
public final class CreatedPayment extends Values {
  private final JsonObject body;
  private final String paymentId;
  private final String invoiceId;
  private final String invoiceNumber;
  private final URI paymentUrl;
  private final @Nullable URI x402Url;
  private final PaymentStatus status;
  private final @Nullable BigDecimal amount;
  private final String currency;
  private final @Nullable String reference;
  private final Instant expiresAt;
  private final Instant createdAt;
  private final boolean testMode;
  private final boolean replayed;
  private final @Nullable String description;
  private final @Nullable Customer customer;

  private CreatedPayment(JsonObject body, boolean replayed) {
    this.body = body;
    this.paymentId = body.text("paymentId");
    this.invoiceId = body.text("invoiceId");
    this.invoiceNumber = body.text("invoiceNumber");
    this.paymentUrl = body.uri("paymentUrl");
    this.x402Url = body.uriOrNull("x402Url");
    this.status = PaymentStatus.fromWire(body.text("status"));
    this.amount = body.decimalOrNull("amount");
    this.currency = body.text("currency");
    this.reference = body.textOrNull("reference");
    this.expiresAt = body.instant("expiresAt");
    this.createdAt = body.instant("createdAt");
    this.testMode = body.flag("testMode");
    this.replayed = replayed;
    this.description = body.textOrNull("description");
    this.customer = Customer.from(body.objectOrNull("customer"));
  }

  /** Returns the payment's id, for every other call and in webhooks. */
  public String paymentId() {
    return paymentId;
  }

  /** Returns the invoice this payment is for. */
  public String invoiceId() {
    return invoiceId;
  }

  /** Returns the invoice's number as a customer reads it. */
  public String invoiceNumber() {
    return invoiceNumber;
  }

  /** Returns the hosted page; anyone who has it can open the payment. */
  public URI paymentUrl() {
    return paymentUrl;
  }

  /** Returns where software pays with one signature (x402); null where no relay runs. */
  public @Nullable URI x402Url() {
    return x402Url;
  }

  /** Returns the status when the payment was created. */
  public PaymentStatus status() {
    return status;
  }

  /** Returns the amount, or null if the payer chooses it on the page. */
  public @Nullable BigDecimal amount() {
    return amount;
  }

  /** Returns the currency that prices the invoice. */
  public String currency() {
    return currency;
  }

  /** Returns the merchant's own order id, if one was given. */
  public @Nullable String reference() {
    return reference;
  }

  /** Returns when the page stops accepting the payment. */
  public Instant expiresAt() {
    return expiresAt;
  }

  /** Returns when the payment was created. */
  public Instant createdAt() {
    return createdAt;
  }

  /** Returns true if a sandbox answered. */
  public boolean testMode() {
    return testMode;
  }

  /** Returns true if the idempotency key had created this payment before. */
  public boolean replayed() {
    return replayed;
  }

  /** Returns what the payment is for, as the invoice says; null if none was given. */
  public @Nullable String description() {
    return description;
  }

  /** Returns who pays, if that was given; null otherwise. */
  public @Nullable Customer customer() {
    return customer;
  }

  static CreatedPayment from(JsonObject body, boolean replayed) {
    return new CreatedPayment(body, replayed);
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"answer", body.fields(), "replayed", replayed};
  }
}
