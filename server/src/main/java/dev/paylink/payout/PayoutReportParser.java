package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currency;
import dev.paylink.money.Money;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses a report about a payout and lists every fault at once. */
public final class PayoutReportParser {
  /** The most payments that one report names. */
  public static final int MAX_PAYMENTS = 1_000;

  private static final Set<String> FIELDS =
      Set.of(
          "payoutRef",
          "merchantId",
          "type",
          "amount",
          "fee",
          "currency",
          "rate",
          "bankReference",
          "accountLast4",
          "payments",
          "occurredAt");
  private static final int MAX_REF = 255;
  private static final int MAX_TYPE = 64;
  private static final int MAX_ID = 64;
  private static final int MAX_BANK_REFERENCE = 140; // as in a transfer between banks
  private static final Pattern LAST_4 = Pattern.compile("[0-9A-Za-z]{4}");
  private static final Pattern RATE = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,18})?");
  private static final Pattern NOTHING = Pattern.compile("0+(\\.0+)?");

  private PayoutReportParser() {}

  /** Returns the report; refuses it with all faults. */
  static PayoutReport parse(byte[] body) {
    return parse(Fields.parse(body));
  }

  /** Returns the report in these fields; refuses them with all faults. */
  public static PayoutReport parse(Fields fields) {
    fields.only(FIELDS);
    String ref = fields.requiredText("payoutRef", MAX_REF);
    String merchant = fields.requiredText("merchantId", MAX_ID);
    PayoutStatus status = status(fields);
    Sums sums = sums(fields);
    BigDecimal rate = rate(fields);
    String bankReference = fields.text("bankReference", MAX_BANK_REFERENCE);
    String last4 =
        fields.read(
            "accountLast4",
            MAX_ID,
            text -> LAST_4.matcher(text).matches() ? text : null,
            Message.of("field.last4"));
    List<PaymentId> payments = payments(fields);
    Instant occurredAt = fields.required("occurredAt", fields.time("occurredAt"));
    fields.refuseFaults();
    MerchantId merchantId = MerchantId.parse(fields.require(merchant));
    if (merchantId == null) {
      throw unknownMerchant();
    }
    return new PayoutReport(
        fields.require(ref),
        merchantId,
        fields.require(status),
        fields.require(sums.amount),
        sums.fee,
        fields.require(sums.currency),
        rate,
        bankReference,
        last4,
        payments,
        fields.require(occurredAt));
  }

  static Rejection unknownMerchant() {
    return new Rejection(PayoutError.MERCHANT_NOT_FOUND, Message.of("payout.merchant"));
  }

  private static @Nullable PayoutStatus status(Fields fields) {
    String text = fields.requiredText("type", MAX_TYPE);
    PayoutStatus status = text == null ? null : PayoutStatus.ofType(text);
    if (text != null && status == null) {
      fields.fault("type", Message.of("field.oneof", PayoutStatus.types()));
    }
    return status;
  }

  /** What a payout brings: amount and fee in one currency; null is what has a fault. */
  record Sums(@Nullable BigDecimal amount, @Nullable BigDecimal fee, @Nullable String currency) {}

  /** Reads amount, fee and currency; what is wrong is now among the faults. */
  static Sums sums(Fields fields) {
    String code = fields.requiredText("currency", MAX_TYPE);
    Currency currency = code == null ? null : currency(code);
    if (code != null && currency == null) {
      fields.fault("currency", Message.of("field.bankcurrency"));
    }
    String amount = fields.decimal("amount");
    String fee = fields.decimal("fee");
    if (amount == null && !fields.has("amount")) {
      fields.fault("amount", Message.of("field.required"));
    }
    return currency == null
        ? new Sums(null, null, null)
        : new Sums(
            amount == null ? null : money(fields, "amount", amount, currency),
            fee == null ? null : fee(fields, fee, currency),
            currency.code());
  }

  /** Returns a currency of banks: payouts are not limited to those that payments can be made in. */
  private static @Nullable Currency currency(String code) {
    return java.util.Currency.getAvailableCurrencies().stream()
        .filter(it -> it.getCurrencyCode().equals(code) && it.getDefaultFractionDigits() >= 0)
        .findFirst()
        .map(it -> new Currency(code, it.getDefaultFractionDigits(), List.of()))
        .orElse(null);
  }

  private static @Nullable BigDecimal fee(Fields fields, String text, Currency currency) {
    return NOTHING.matcher(text).matches()
        ? BigDecimal.ZERO.setScale(currency.decimals())
        : money(fields, "fee", text, currency);
  }

  private static @Nullable BigDecimal money(
      Fields fields, String name, String text, Currency currency) {
    return switch (Money.parse(text, currency)) {
      case Money.Parsed.Amount amount -> amount.value();
      case Money.Parsed.Wrong wrong -> {
        fields.fault(name, wrong.message());
        yield null;
      }
    };
  }

  private static @Nullable BigDecimal rate(Fields fields) {
    String text = fields.decimal("rate");
    if (text == null) {
      return null;
    }
    BigDecimal rate = RATE.matcher(text).matches() ? new BigDecimal(text) : BigDecimal.ZERO;
    if (rate.signum() == 0) {
      fields.fault("rate", Message.of("field.positive"));
      return null;
    }
    BigDecimal plain = rate.stripTrailingZeros();
    return plain.scale() < 0 ? plain.setScale(0) : plain; // as the database gives it back
  }

  /** Reads the payments, each once; null if there is no such field, or it has a fault. */
  static @Nullable List<PaymentId> payments(Fields fields) {
    List<String> texts = fields.texts("payments", MAX_PAYMENTS, MAX_ID);
    if (texts == null) {
      return null;
    }
    Set<PaymentId> payments = new LinkedHashSet<>();
    for (String text : texts) {
      PaymentId id = PaymentId.parse(text);
      if (id == null) {
        fields.fault("payments", Message.of("field.paymentid"));
        return null;
      }
      payments.add(id);
    }
    return new ArrayList<>(payments);
  }
}
