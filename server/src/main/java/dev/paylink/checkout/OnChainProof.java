package dev.paylink.checkout;

import dev.paylink.money.Networks;
import dev.paylink.payment.Payment;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.LocalFormat;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The chain's data about a payment. Any part may be missing.
 *
 * <ul>
 *   <li>A transfer has the amount that it moved, as everybody reads it on the chain. The payment's
 *       amount may be less, where the payer sent too much, or more, where this is the last part.
 *   <li>A payment that no single transfer paid has all of them, the oldest first.
 * </ul>
 *
 * @param counted what was counted for the payment, in its currency; null if that is what was moved
 */
record OnChainProof(
    List<Transfer> transfers,
    @Nullable BigDecimal counted,
    @Nullable String payer,
    @Nullable String payee) {
  private static final Set<String> MEMBERS =
      Set.of("chainId", "hash", "blockNumber", "logIndex", "token", "amount", "payer", "payee");
  private static final int MAX_LENGTH = 256;
  private static final int USUAL_DECIMALS = 2;

  /** A transfer as the chain has it. */
  record Transfer(
      @Nullable String chain,
      @Nullable String hash,
      @Nullable String block,
      @Nullable String token,
      @Nullable BigDecimal amount) {

    /** Returns the amount in its token, or null if the chain did not report it. */
    @Nullable String moved(LocalFormat format) {
      if (amount == null) {
        return token;
      }
      return token == null ? format.number(amount) : format.withCode(amount, token);
    }

    private boolean isSamePlace(Transfer other) {
      return Objects.equals(chain, other.chain)
          && hash != null
          && hash.equalsIgnoreCase(other.hash);
    }

    private boolean isWhole(@Nullable BigDecimal paid) {
      return amount != null && (paid == null || amount.compareTo(paid) >= 0);
    }

    private Transfer in(@Nullable String thatBlock) {
      return new Transfer(chain, hash, thatBlock, token, amount);
    }
  }

  /** Reads the payment's transaction and transfers; leaves out what has another form. */
  static OnChainProof of(Payment payment, Networks networks) {
    Fields reported = fields(payment.transaction());
    Transfer last = reported(reported, payment, networks);
    Long logIndex = reported.integer("logIndex", 0, Long.MAX_VALUE);
    List<Transfer> parts = new ArrayList<>();
    for (JsonNode each : received(payment)) {
      Transfer transfer = received(each, payment, networks);
      if (transfer.isSamePlace(last) && Objects.equals(logIndex, each.path("logIndex").asLong())) {
        last = transfer.in(last.block);
        transfer = last;
      }
      if (each.path("counts").asBoolean()) {
        parts.add(transfer);
      }
    }
    BigDecimal paid = payment.paidAmount();
    List<Transfer> transfers = last.isWhole(paid) || parts.isEmpty() ? List.of(last) : parts;
    return new OnChainProof(
        List.copyOf(transfers),
        paid == null || isMoved(paid, transfers) ? null : paid,
        reported.text("payer", MAX_LENGTH),
        reported.text("payee", MAX_LENGTH));
  }

  /** Returns the chain of a stored transaction; null if it does not tell. */
  static @Nullable Long chainId(@Nullable String transaction) {
    return fields(transaction).integer("chainId", 0, Long.MAX_VALUE);
  }

  private static Transfer reported(Fields fields, Payment payment, Networks networks) {
    Long chainId = fields.integer("chainId", 0, Long.MAX_VALUE);
    Long block = fields.integer("blockNumber", 0, Long.MAX_VALUE);
    String amount = fields.decimal("amount");
    return new Transfer(
        chainId == null ? null : networks.name(chainId),
        fields.text("hash", MAX_LENGTH),
        block == null ? null : Long.toString(block),
        fields.text("token", MAX_LENGTH),
        amount == null ? null : exact(new BigDecimal(amount), payment));
  }

  private static Transfer received(JsonNode each, Payment payment, Networks networks) {
    JsonNode token = each.path("token");
    return new Transfer(
        networks.name(each.path("chainId").asLong()),
        each.path("hash").asString(),
        null,
        token.isString() ? token.stringValue() : null,
        exact(new BigDecimal(each.path("amount").asString()), payment));
  }

  private static JsonNode received(Payment payment) {
    String transfers = payment.money().transfers();
    return JsonMapper.shared().readTree(transfers == null ? "[]" : transfers);
  }

  /** Returns whether the sum is what was counted, or not known. */
  private static boolean isMoved(BigDecimal counted, List<Transfer> transfers) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Transfer transfer : transfers) {
      if (transfer.amount == null) {
        return true;
      }
      sum = sum.add(transfer.amount);
    }
    return sum.compareTo(counted) == 0;
  }

  private static BigDecimal exact(BigDecimal amount, Payment payment) {
    BigDecimal exact = amount.stripTrailingZeros();
    BigDecimal asked = payment.amount();
    return exact.setScale(Math.max(asked == null ? USUAL_DECIMALS : asked.scale(), exact.scale()));
  }

  private static Fields fields(@Nullable String transaction) {
    String json = transaction == null ? "{}" : transaction;
    return Fields.parse(json.getBytes(StandardCharsets.UTF_8), MEMBERS);
  }
}
