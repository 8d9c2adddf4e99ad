package dev.paylink.checkout;

import dev.paylink.money.Networks;
import dev.paylink.platform.json.Fields;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chain's data about a payment. Any part may be missing. */
record OnChainProof(
    @Nullable String chain,
    @Nullable String hash,
    @Nullable String block,
    @Nullable String token,
    @Nullable String amount,
    @Nullable String payer,
    @Nullable String payee) {
  private static final OnChainProof NONE =
      new OnChainProof(null, null, null, null, null, null, null);
  private static final Set<String> MEMBERS =
      Set.of("chainId", "hash", "blockNumber", "logIndex", "token", "amount", "payer", "payee");
  private static final int MAX_LENGTH = 256;

  /** Reads the stored transaction; leaves out parts that have another form. */
  static OnChainProof of(@Nullable String transaction, Networks networks) {
    if (transaction == null) {
      return NONE;
    }
    Fields fields = Fields.parse(transaction.getBytes(StandardCharsets.UTF_8), MEMBERS);
    return new OnChainProof(
        chain(fields.integer("chainId", 0, Long.MAX_VALUE), networks),
        fields.text("hash", MAX_LENGTH),
        text(fields.integer("blockNumber", 0, Long.MAX_VALUE)),
        fields.text("token", MAX_LENGTH),
        fields.decimal("amount"),
        fields.text("payer", MAX_LENGTH),
        fields.text("payee", MAX_LENGTH));
  }

  /** Returns the chain of a stored transaction; null if it does not tell. */
  static @Nullable Long chainId(@Nullable String transaction) {
    return transaction == null
        ? null
        : Fields.parse(transaction.getBytes(StandardCharsets.UTF_8), MEMBERS)
            .integer("chainId", 0, Long.MAX_VALUE);
  }

  /** Returns the transferred amount in its token, or null if the chain did not report it. */
  @Nullable String moved() {
    if (amount == null || token == null) {
      return amount == null ? token : amount;
    }
    return amount + ' ' + token;
  }

  private static @Nullable String chain(@Nullable Long id, Networks networks) {
    return id == null ? null : networks.name(id);
  }

  private static @Nullable String text(@Nullable Long number) {
    return number == null ? null : Long.toString(number);
  }
}
