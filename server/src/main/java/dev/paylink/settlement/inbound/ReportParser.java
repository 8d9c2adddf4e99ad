package dev.paylink.settlement.inbound;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses a reported outcome and lists every fault at once. Fields that are present are checked. */
final class ReportParser {
  private static final Set<String> FIELDS =
      Set.of("eventRef", "type", "paymentId", "occurredAt", "reason", "transaction");
  private static final Set<String> TRANSACTION_FIELDS =
      Set.of("chainId", "hash", "blockNumber", "logIndex", "token", "amount", "payer", "payee");
  private static final int MAX_REF = 255;
  private static final int MAX_REASON = 255;
  private static final int MAX_TOKEN = 32;
  private static final int MAX_ID = 64;
  private static final Pattern HASH = Pattern.compile("0x[0-9a-fA-F]{64}");
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,36}(\\.[0-9]{1,36})?");

  private static final List<String> PROOF =
      List.of("chainId", "hash", "logIndex", "token", "amount", "payee");

  private final boolean needsProof;

  /**
   * Creates the parser.
   *
   * @param needsProof whether a confirmation must name its transfer
   */
  ReportParser(boolean needsProof) {
    this.needsProof = needsProof;
  }

  /**
   * Returns the report, or throws a refusal; an id that cannot be a payment's is refused as
   * unknown.
   */
  Report parse(byte[] body) {
    Fields fields = Fields.parse(body, FIELDS);
    String eventRef = fields.requiredText("eventRef", MAX_REF);
    OutcomeType type = type(fields);
    String id = fields.requiredText("paymentId", MAX_ID);
    Instant occurredAt = fields.time("occurredAt");
    String reason = fields.text("reason", MAX_REASON);
    OnChainTransaction transaction =
        transaction(fields, needsProof && type == OutcomeType.CONFIRMED);
    PaymentId paymentId = PaymentId.parse(fields.require(id));
    if (paymentId == null) {
      throw InboundEventRoutes.unknownPayment();
    }
    return new Report(
        fields.require(eventRef), fields.require(type), paymentId, occurredAt, reason, transaction);
  }

  private static @Nullable OutcomeType type(Fields fields) {
    String text = fields.requiredText("type", MAX_REF);
    OutcomeType type = text == null ? null : OutcomeType.parse(text);
    if (text != null && type == null) {
      fields.fault("type", Message.of("field.oneof", OutcomeType.texts()));
    }
    return type;
  }

  private static @Nullable OnChainTransaction transaction(Fields fields, boolean whole) {
    Fields transaction = fields.object("transaction", TRANSACTION_FIELDS);
    if (whole && (transaction != null || !fields.has("transaction"))) {
      PROOF.stream()
          .filter(name -> transaction == null || !transaction.has(name))
          .forEach(name -> fields.fault("transaction." + name, Message.of("field.toconfirm")));
    }
    return transaction == null
        ? null
        : new OnChainTransaction(
            transaction.integer("chainId", 1, Long.MAX_VALUE),
            matching(transaction, "hash", HASH, Message.of("field.hex", 64)),
            transaction.integer("blockNumber", 0, Long.MAX_VALUE),
            transaction.integer("logIndex", 0, Integer.MAX_VALUE),
            transaction.text("token", MAX_TOKEN),
            amount(transaction),
            matching(transaction, "payer", ADDRESS, Message.of("field.hex", 40)),
            matching(transaction, "payee", ADDRESS, Message.of("field.hex", 40)));
  }

  private static @Nullable String matching(
      Fields fields, String name, Pattern shape, Message wrong) {
    return fields.read(name, MAX_REF, text -> shape.matcher(text).matches() ? text : null, wrong);
  }

  private static @Nullable BigDecimal amount(Fields fields) {
    String text = fields.decimal("amount");
    if (text == null || AMOUNT.matcher(text).matches()) {
      return text == null ? null : new BigDecimal(text);
    }
    fields.fault("amount", Message.of("field.decimal"));
    return null;
  }
}
