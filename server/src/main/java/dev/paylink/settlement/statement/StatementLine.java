package dev.paylink.settlement.statement;

import dev.paylink.money.Chains;
import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of a statement: money that was settled, the same money taken back, or money that was
 * given back. The amounts of the last two are negative. If {@code amount} is null, nobody has told
 * it.
 */
record StatementLine(
    Kind kind,
    Instant at,
    String paymentId,
    String invoiceNumber,
    @Nullable String reference,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String chainId,
    @Nullable String hash,
    @Nullable String logIndex,
    @Nullable String reason,
    @Nullable String refundId,
    @Nullable String token) {
  private static final JsonMapper JSON = JsonMapper.shared();

  enum Kind {
    settled,
    taken_back,
    refunded
  }

  /** Reads the line of an event that told of a success. */
  static StatementLine settled(Instant at, byte[] event) {
    JsonNode body = JSON.readTree(event);
    JsonNode transaction = body.path("transaction");
    String amount = text(body, "amount");
    return new StatementLine(
        Kind.settled,
        at,
        body.required("paymentId").asString(),
        body.required("invoiceNumber").asString(),
        text(body, "reference"),
        amount == null ? null : new BigDecimal(amount),
        body.required("currency").asString(),
        text(transaction, "chainId"),
        text(transaction, "hash"),
        text(transaction, "logIndex"),
        null,
        null,
        text(transaction, "token"));
  }

  /** Reads the line of an event that told of a refund. */
  static StatementLine refunded(Instant at, byte[] event) {
    JsonNode body = JSON.readTree(event);
    JsonNode refund = body.required("refund");
    return new StatementLine(
        Kind.refunded,
        at,
        body.required("paymentId").asString(),
        body.required("invoiceNumber").asString(),
        text(body, "reference"),
        new BigDecimal(refund.required("amount").asString()).negate(),
        refund.required("currency").asString(),
        text(refund, "chainId"),
        text(refund.path("transaction"), "hash"),
        null,
        null,
        text(refund, "refundId"),
        text(refund, "token"));
  }

  /** Returns the line that takes this one back, of the event that told of it. */
  StatementLine takenBack(Instant when, byte[] event) {
    return new StatementLine(
        Kind.taken_back,
        when,
        paymentId,
        invoiceNumber,
        reference,
        amount == null ? null : amount.negate(),
        currency,
        chainId,
        hash,
        logIndex,
        text(JSON.readTree(event), "failureReason"),
        null,
        token);
  }

  /** Returns the name of the network; null if the line tells none. */
  @Nullable String network() {
    return chainId == null ? null : Chains.label(Long.parseLong(chainId));
  }

  /** Returns what the line adds to the sums of its month. */
  Sums sums() {
    BigDecimal told = amount == null ? BigDecimal.ZERO : amount.abs();
    return switch (kind) {
      case settled -> Sums.ofSettled(told);
      case taken_back -> Sums.ofTakenBack(told);
      case refunded -> Sums.ofRefunded(told);
    };
  }

  private static @Nullable String text(JsonNode of, String name) {
    JsonNode value = of.path(name);
    return value.isValueNode() && !value.isNull() ? value.asString() : null;
  }
}
