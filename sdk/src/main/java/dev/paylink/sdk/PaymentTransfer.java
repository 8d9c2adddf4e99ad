package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A final transfer for a payment. */
public final class PaymentTransfer extends Values {
  private final JsonObject body;
  private final long chainId;
  private final String hash;
  private final long logIndex;
  private final @Nullable String token;
  private final BigDecimal amount;
  private final Instant receivedAt;
  private final boolean late;
  private final boolean counts;

  private PaymentTransfer(JsonObject body) {
    this.body = body;
    this.chainId = body.integer("chainId");
    this.hash = body.text("hash");
    this.logIndex = body.integer("logIndex");
    this.token = body.textOrNull("token");
    this.amount = Objects.requireNonNull(body.decimalOrNull("amount"), "amount");
    this.receivedAt = body.instant("receivedAt");
    this.late = body.flag("late");
    this.counts = body.flag("counts");
  }

  /** Returns the chain, for example 8453. */
  public long chainId() {
    return chainId;
  }

  /** Returns the transaction's hash. */
  public String hash() {
    return hash;
  }

  /** Returns the position of its log entry in its block. */
  public long logIndex() {
    return logIndex;
  }

  /** Returns the token that came, for example {@code USDC}; null if it was not reported. */
  public @Nullable String token() {
    return token;
  }

  /** Returns how much of the token came. */
  public BigDecimal amount() {
    return amount;
  }

  /** Returns when it was final and recorded. */
  public Instant receivedAt() {
    return receivedAt;
  }

  /** Tells whether it came after the payment's end. */
  public boolean late() {
    return late;
  }

  /**
   * Tells whether it is in {@link Payment#receivedAmount}: not if the token does not pay the
   * payment.
   */
  public boolean counts() {
    return counts;
  }

  static PaymentTransfer from(JsonObject body) {
    return new PaymentTransfer(body);
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return namesAndValues(body);
  }
}
