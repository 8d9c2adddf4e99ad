package dev.paylink.settlement.apply;

import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The on-chain transaction of a payment; every part may be missing. */
public record OnChainTransaction(
    @Nullable Long chainId,
    @Nullable String hash,
    @Nullable Long blockNumber,
    @Nullable Long logIndex,
    @Nullable String token,
    @Nullable BigDecimal amount,
    @Nullable String payer,
    @Nullable String payee) {

  /** Returns the JSON: every member present, in one order, null if it was not reported. */
  String json() {
    return Json.object()
        .put("chainId", chainId)
        .put("hash", hash)
        .put("blockNumber", blockNumber)
        .put("logIndex", logIndex)
        .put("token", token)
        .put("amount", amount == null ? null : amount.toPlainString())
        .put("payer", payer)
        .put("payee", payee)
        .text();
  }
}
