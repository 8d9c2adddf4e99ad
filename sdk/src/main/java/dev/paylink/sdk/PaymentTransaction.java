package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The transaction behind a payment's outcome, exactly as it was reported; a field that the report
 * left out is null.
 */
public final class PaymentTransaction extends Values {
  private final JsonObject body;
  private final @Nullable Long chainId;
  private final @Nullable String hash;
  private final @Nullable Long blockNumber;
  private final @Nullable Long logIndex;
  private final @Nullable String token;
  private final @Nullable BigDecimal amount;
  private final @Nullable String payer;
  private final @Nullable String payee;

  private PaymentTransaction(JsonObject body) {
    this.body = body;
    this.chainId = body.integerOrNull("chainId");
    this.hash = body.textOrNull("hash");
    this.blockNumber = body.integerOrNull("blockNumber");
    this.logIndex = body.integerOrNull("logIndex");
    this.token = body.textOrNull("token");
    this.amount = body.decimalOrNull("amount");
    this.payer = body.textOrNull("payer");
    this.payee = body.textOrNull("payee");
  }

  /** Returns the chain, for example 8453. */
  public @Nullable Long chainId() {
    return chainId;
  }

  /** Returns the transaction's hash. */
  public @Nullable String hash() {
    return hash;
  }

  /** Returns the block that holds it. */
  public @Nullable Long blockNumber() {
    return blockNumber;
  }

  /** Returns the position of its log entry in that block. */
  public @Nullable Long logIndex() {
    return logIndex;
  }

  /** Returns the token that was paid, for example {@code USDC}. */
  public @Nullable String token() {
    return token;
  }

  /** Returns how much of the token was paid. */
  public @Nullable BigDecimal amount() {
    return amount;
  }

  /** Returns the address that paid. */
  public @Nullable String payer() {
    return payer;
  }

  /** Returns the address that was paid. */
  public @Nullable String payee() {
    return payee;
  }

  static PaymentTransaction from(JsonObject body) {
    return new PaymentTransaction(body);
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return namesAndValues(body);
  }
}
