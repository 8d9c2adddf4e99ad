package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A payment as of the service's answer. Immutable: ask again for a newer state. */
public final class Payment extends Values {
  private final JsonObject body;
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
  private final @Nullable URI x402Url;
  private final @Nullable String description;
  private final @Nullable Customer customer;
  private final @Nullable BigDecimal refundedAmount;
  private final @Nullable String payoutId;
  private final @Nullable BigDecimal receivedAmount;
  private final @Nullable BigDecimal missingAmount;
  private final List<String> flags;
  private final List<PaymentTransfer> transfers;

  private Payment(JsonObject body) {
    JsonObject settled = body.objectOrNull("transaction");
    this.body = body;
    this.paymentId = body.text("paymentId");
    this.status = PaymentStatus.fromWire(body.text("status"));
    this.invoiceId = body.text("invoiceId");
    this.invoiceNumber = body.text("invoiceNumber");
    this.invoiceStatus = body.text("invoiceStatus");
    this.amount = body.decimalOrNull("amount");
    this.currency = body.text("currency");
    this.reference = body.textOrNull("reference");
    this.interfaceName = body.text("interface");
    this.metadata = Map.copyOf(body.texts("metadata"));
    this.failureReason = body.textOrNull("failureReason");
    this.transaction = settled == null ? null : PaymentTransaction.from(settled);
    this.createdAt = body.instant("createdAt");
    this.updatedAt = body.instant("updatedAt");
    this.expiresAt = body.instant("expiresAt");
    this.testMode = body.flag("testMode");
    this.paymentUrl = body.uri("paymentUrl");
    this.x402Url = body.uriOrNull("x402Url");
    this.description = body.textOrNull("description");
    this.customer = Customer.from(body.objectOrNull("customer"));
    this.refundedAmount = body.decimalOrNull("refundedAmount");
    this.payoutId = body.textOrNull("payoutId");
    this.receivedAmount = body.decimalOrNull("receivedAmount");
    this.missingAmount = body.decimalOrNull("missingAmount");
    this.flags = List.copyOf(Objects.requireNonNullElse(body.stringsOrNull("flags"), List.of()));
    this.transfers =
        Objects.requireNonNullElse(body.objectsOrNull("transfers"), List.<JsonObject>of()).stream()
            .map(PaymentTransfer::from)
            .collect(Collectors.toUnmodifiableList());
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

  /** Returns where software pays with one signature (x402); null where no relay runs. */
  public @Nullable URI x402Url() {
    return x402Url;
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

  /** Returns the payout that carries the money to your bank account, or null if none does. */
  public @Nullable String payoutId() {
    return payoutId;
  }

  /** Returns what has come in final transfers, or null if nothing has. */
  public @Nullable BigDecimal receivedAmount() {
    return receivedAmount;
  }

  /** Returns what is missing: nothing of a success; null while nothing has come. */
  public @Nullable BigDecimal missingAmount() {
    return missingAmount;
  }

  /**
   * Returns what you have to look at: {@code duplicate}, {@code mismatch}, {@code overpaid}, {@code
   * held}, {@code underpaid}, {@code late}, or one that this client does not know yet.
   */
  public List<String> flags() {
    return flags;
  }

  /** Returns each final transfer, oldest first; empty in lists, which do not have them. */
  public List<PaymentTransfer> transfers() {
    return transfers;
  }

  static Payment from(JsonObject body) {
    return new Payment(body);
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return namesAndValues(body);
  }
}
