package dev.paylink.settlement.apply;

import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Set;
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

  private static final Set<String> MEMBERS =
      Set.of("chainId", "hash", "blockNumber", "logIndex", "token", "amount", "payer", "payee");
  private static final int MAX_LENGTH = 256;

  /** Reads the transfer of a stored transaction; leaves out the other parts. */
  static @Nullable Transfer storedTransfer(@Nullable String json) {
    if (json == null) {
      return null;
    }
    Fields fields = Fields.parse(json.getBytes(StandardCharsets.UTF_8), MEMBERS);
    return Transfer.of(
        new OnChainTransaction(
            fields.integer("chainId", 0, Long.MAX_VALUE),
            fields.text("hash", MAX_LENGTH),
            null,
            fields.integer("logIndex", 0, Long.MAX_VALUE),
            null,
            null,
            null,
            null));
  }

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
