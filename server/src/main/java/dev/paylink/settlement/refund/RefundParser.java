package dev.paylink.settlement.refund;

import dev.paylink.money.Currency;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.Money;
import dev.paylink.platform.json.Fields;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a request for a refund, and tells every fault at once. */
final class RefundParser {
  private static final Set<String> FIELDS =
      Set.of("amount", "askPayer", "chainId", "reason", "to", "token");
  private static final int MAX_REASON = 500;
  private static final int MAX_TOKEN = 32;
  static final int MAX_ADDRESS = 64;

  private RefundParser() {}

  /**
   * What is asked for.
   *
   * @param amount null for all that is left
   * @param to null for the account that paid
   * @param askPayer whether the customer may name an address if that account is none to pay to
   */
  record Wanted(
      @Nullable BigDecimal amount,
      @Nullable String reason,
      @Nullable DepositAddress to,
      boolean askPayer) {}

  /**
   * What the refund is to be taken from, where several tokens came.
   *
   * @param token null for any
   * @param chainId null for any
   */
  record Chosen(@Nullable String token, @Nullable Long chainId) {
    boolean fits(Refundable it) {
      return (token == null || token.equals(it.token()))
          && (chainId == null || chainId == it.chainId());
    }

    /** Returns the field that chose; null if none did. */
    @Nullable String field() {
      return token != null ? "token" : chainId != null ? "chainId" : null;
    }
  }

  /** Reads the token and the chain; their faults are reported with the others. */
  static Chosen chosen(Fields fields) {
    return new Chosen(
        fields.text("token", MAX_TOKEN), fields.integer("chainId", 0, Long.MAX_VALUE));
  }

  static Wanted parse(Fields fields, Currency currency) {
    fields.only(FIELDS);
    Wanted wanted =
        new Wanted(
            amount(fields, currency),
            reason(fields),
            to(fields),
            !Boolean.FALSE.equals(fields.bool("askPayer")));
    return fields.require(wanted);
  }

  private static @Nullable BigDecimal amount(Fields fields, Currency currency) {
    String text = fields.decimal("amount");
    if (text == null) {
      return null;
    }
    return switch (Money.parse(text, currency)) {
      case Money.Parsed.Amount amount -> amount.value();
      case Money.Parsed.Wrong wrong -> {
        fields.fault("amount", wrong.message());
        yield null;
      }
    };
  }

  private static @Nullable String reason(Fields fields) {
    String reason = fields.text("reason", MAX_REASON);
    return reason == null || reason.isBlank() ? null : reason.strip();
  }

  private static @Nullable DepositAddress to(Fields fields) {
    String text = fields.text("to", MAX_ADDRESS);
    if (text == null) {
      return null;
    }
    return switch (DepositAddress.parse(text.strip())) {
      case DepositAddress.Parsed.Accepted accepted -> accepted.address();
      case DepositAddress.Parsed.Faulty faulty -> {
        fields.fault("to", faulty.message());
        yield null;
      }
    };
  }
}
