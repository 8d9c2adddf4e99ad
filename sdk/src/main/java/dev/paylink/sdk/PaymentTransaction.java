package dev.paylink.sdk;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The transaction behind a payment's outcome, exactly as it was reported; a field that the report
 * left out is null.
 *
 * @param chainId the chain, for example 8453
 * @param hash the transaction's hash
 * @param blockNumber the block that holds it
 * @param logIndex the position of its log entry in that block
 * @param token the token that was paid, for example {@code USDC}
 * @param amount how much of the token was paid
 * @param payer the address that paid
 * @param payee the address that was paid
 */
public record PaymentTransaction(
    @Nullable Long chainId,
    @Nullable String hash,
    @Nullable Long blockNumber,
    @Nullable Long logIndex,
    @Nullable String token,
    @Nullable BigDecimal amount,
    @Nullable String payer,
    @Nullable String payee) {

  static PaymentTransaction from(JsonObject body) {
    return new PaymentTransaction(
        body.integerOrNull("chainId"),
        body.textOrNull("hash"),
        body.integerOrNull("blockNumber"),
        body.integerOrNull("logIndex"),
        body.textOrNull("token"),
        body.decimalOrNull("amount"),
        body.textOrNull("payer"),
        body.textOrNull("payee"));
  }
}
