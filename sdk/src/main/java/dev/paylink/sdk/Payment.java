package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A payment as of the service's answer. Immutable: ask again for a newer state. */
public final class Payment extends Values {
  private final String paymentId;
  private final PaymentStatus status;
  private final String invoiceId;
  private final String invoiceNumber;
  private final String invoiceStatus;
  private final @Nullable BigDecimal amount;
  private final String currency;
  private final @Nullable String reference;
  private final String interfaceName;
  private final Map<String, String> metadata;
  private final @Nullable String failureReason;
  private final @Nullable PaymentTransaction transaction;
  private final Instant createdAt;
  private final Instant updatedAt;
  private final Instant expiresAt;
  private final boolean testMode;
  private final URI paymentUrl;
  private final @Nullable String description;
  private final @Nullable Customer customer;
  private final @Nullable BigDecimal refundedAmount;

  /** A payment for which nothing was given back. */
  public Payment(
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
      boolean testMode,
      URI paymentUrl,
      @Nullable String description,
      @Nullable Customer customer) {
    this(
        paymentId,
        status,
        invoiceId,
        invoiceNumber,
        invoiceStatus,
        amount,
        currency,
        reference,
        interfaceName,
        metadata,
        failureReason,
        transaction,
        createdAt,
        updatedAt,
        expiresAt,
        testMode,
        paymentUrl,
        description,
        customer,
        null);
  }

  public Payment(
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
      boolean testMode,
      URI paymentUrl,
      @Nullable String description,
      @Nullable Customer customer,
      @Nullable BigDecimal refundedAmount) {
    this.paymentId = paymentId;
    this.status = status;
    this.invoiceId = invoiceId;
    this.invoiceNumber = invoiceNumber;
    this.invoiceStatus = invoiceStatus;
    this.amount = amount;
    this.currency = currency;
    this.reference = reference;
    this.interfaceName = interfaceName;
    this.metadata = Map.copyOf(metadata);
    this.failureReason = failureReason;
    this.transaction = transaction;
    this.createdAt = createdAt;
    this.updatedAt = updatedAt;
    this.expiresAt = expiresAt;
    this.testMode = testMode;
    this.paymentUrl = paymentUrl;
    this.description = description;
    this.customer = customer;
    this.refundedAmount = refundedAmount;
  }

  /** Returns the payment's id. */
  public String paymentId() {
    return paymentId;
  }

  /** Returns one of the four statuses. */
  public PaymentStatus status() {
    return status;
  }

  /** Returns the invoice this payment is for. */
  public String invoiceId() {
    return invoiceId;
  }

  /** Returns the invoice's number as a customer reads it. */
  public String invoiceNumber() {
    return invoiceNumber;
  }

  /** Returns {@code paid} while any payment of the invoice is a success, else {@code open}. */
  public String invoiceStatus() {
    return invoiceStatus;
  }

  /** Returns the amount, or null while the payer has not chosen it. */
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

  /** Returns the field {@code interface}; webhooks are sent for {@code service-server}. */
  public String interfaceName() {
    return interfaceName;
  }

  /** Returns the merchant's own pairs, empty if none were given. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** Returns why a failed payment failed, for example {@code expired}; null otherwise. */
  public @Nullable String failureReason() {
    return failureReason;
  }

  /** Returns the transaction that settled it, if one was reported. */
  public @Nullable PaymentTransaction transaction() {
    return transaction;
  }

  /** Returns when the payment was created. */
  public Instant createdAt() {
    return createdAt;
  }

  /** Returns when it last changed. */
  public Instant updatedAt() {
    return updatedAt;
  }

  /** Returns when the page stops accepting the payment. */
  public Instant expiresAt() {
    return expiresAt;
  }

  /** Returns true if a sandbox answered. */
  public boolean testMode() {
    return testMode;
  }

  /** Returns the hosted page; anyone who has it can open the payment. */
  public URI paymentUrl() {
    return paymentUrl;
  }

  /** Returns what the payment is for, as the invoice says; null if none was given. */
  public @Nullable String description() {
    return description;
  }

  /** Returns who pays, if that was given; null otherwise. */
  public @Nullable Customer customer() {
    return customer;
  }

  /** Returns what was given back in all, or null if nothing was. */
  public @Nullable BigDecimal refundedAmount() {
    return refundedAmount;
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
        body.flag("testMode"),
        body.uri("paymentUrl"),
        body.textOrNull("description"),
        Customer.from(body.objectOrNull("customer")),
        body.decimalOrNull("refundedAmount"));
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {
      "paymentId",
      paymentId,
      "status",
      status,
      "invoiceId",
      invoiceId,
      "invoiceNumber",
      invoiceNumber,
      "invoiceStatus",
      invoiceStatus,
      "amount",
      amount,
      "currency",
      currency,
      "reference",
      reference,
      "interfaceName",
      interfaceName,
      "metadata",
      metadata,
      "failureReason",
      failureReason,
      "transaction",
      transaction,
      "createdAt",
      createdAt,
      "updatedAt",
      updatedAt,
      "expiresAt",
      expiresAt,
      "testMode",
      testMode,
      "paymentUrl",
      paymentUrl,
      "description",
      description,
      "customer",
      customer,
      "refundedAmount",
      refundedAmount
    };
  }
}
