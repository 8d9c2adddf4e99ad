package dev.paylink.settlement.apply;

import dev.paylink.money.Bytes32;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.Transfer;
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

  /** Reads a stored transaction; null if there is none. */
  public static @Nullable OnChainTransaction stored(@Nullable String json) {
    if (json == null) {
      return null;
    }
    Fields fields = Fields.parse(json.getBytes(StandardCharsets.UTF_8), MEMBERS);
    String amount = fields.decimal("amount");
    return new OnChainTransaction(
        fields.integer("chainId", 0, Long.MAX_VALUE),
        fields.text("hash", MAX_LENGTH),
        fields.integer("blockNumber", 0, Long.MAX_VALUE),
        fields.integer("logIndex", 0, Long.MAX_VALUE),
        fields.text("token", MAX_LENGTH),
        amount == null ? null : new BigDecimal(amount),
        fields.text("payer", MAX_LENGTH),
        fields.text("payee", MAX_LENGTH));
  }

  /** Reads the transfer of a stored transaction. */
  static @Nullable Transfer storedTransfer(@Nullable String json) {
    OnChainTransaction stored = stored(json);
    return stored == null ? null : stored.transfer();
  }

  /**
   * Returns the transaction of a transfer that was received before, its amount with at least the
   * decimals of the payment's currency.
   */
  static OnChainTransaction of(ReceivedTransfer received, String payee, int decimals) {
    Transfer transfer = received.transfer();
    BigDecimal exact = received.amount().stripTrailingZeros();
    return new OnChainTransaction(
        transfer.chainId(),
        transfer.hash().hex(),
        null,
        transfer.logIndex(),
        received.token(),
        exact.setScale(Math.max(decimals, exact.scale())),
        null, // who sent it may be an exchange: nobody to give money back to
        payee);
  }

  /** Returns the transfer; null if only a part of one is named. */
  @Nullable Transfer transfer() {
    if (chainId == null || hash == null || logIndex == null) {
      return null;
    }
    Bytes32 bytes = Bytes32.parse(hash);
    return bytes == null ? null : new Transfer(chainId, bytes, logIndex);
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
