package dev.paylink.sdk.refund;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A refund as of the service's answer. Immutable: ask again for a newer state. */
public final class Refund {
  private final JsonObject body;

  private Refund(JsonObject body) {
    this.body = body;
    refundId();
    paymentId();
    status();
    amount();
    expiresAt();
  }

  /** Reads an answer of the service. */
  public static Refund from(JsonObject body) {
    return new Refund(body);
  }

  /** Returns the refund's id. */
  public String refundId() {
    return body.text("refundId");
  }

  /** Returns the payment it is for. */
  public String paymentId() {
    return body.text("paymentId");
  }

  /**
   * Returns {@code requested}, {@code sent}, {@code settled}, {@code failed} or {@code canceled}.
   */
  public String status() {
    return body.text("status");
  }

  /** Returns how much, in {@link #currency}. */
  public BigDecimal amount() {
    return Objects.requireNonNull(body.decimalOrNull("amount"), "amount");
  }

  /** Returns the currency that lists the token: the payment's, or another one. */
  public String currency() {
    return body.text("currency");
  }

  /** Returns the merchant's own reason, if one was given. */
  public @Nullable String reason() {
    return body.textOrNull("reason");
  }

  /** Returns who gets it; null until the address that the customer named is confirmed. */
  public @Nullable String to() {
    return body.textOrNull("to");
  }

  /** Returns the address that the customer named last; null if none. */
  public @Nullable String namedAddress() {
    return body.textOrNull("namedAddress");
  }

  /** Returns the page on which the customer names an address; null if the address was known. */
  public @Nullable URI addressUrl() {
    return body.textOrNull("addressUrl") == null ? null : body.uri("addressUrl");
  }

  /** Returns the token in which it is paid. */
  public String token() {
    return body.text("token");
  }

  /** Returns the hash of the transaction that pays it, proven once it is settled. */
  public @Nullable String transactionHash() {
    JsonObject transaction = body.objectOrNull("transaction");
    return transaction == null ? null : transaction.text("hash");
  }

  /** Returns when it can no longer be paid. */
  public Instant expiresAt() {
    return body.instant("expiresAt");
  }

  /** Returns when it was requested. */
  public Instant createdAt() {
    return body.instant("createdAt");
  }

  @Override
  public String toString() {
    return "Refund[" + refundId() + ", " + status() + ", " + amount() + " " + currency() + "]";
  }
}
