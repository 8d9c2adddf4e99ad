package dev.paylink.settlement.accept;

import dev.paylink.money.Currency;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.received.SettlementRule;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a merchant's settlement rule, of a call or a form, within the operator's limits. */
public record SettlementRuleParser(RuleLimits limits) {
  public static final String PERCENT = "toleratedPercent";
  public static final String AMOUNT = "toleratedAmount";
  public static final String FLOOR = "ignoredBelow";
  public static final String SAFE = "safeUpTo";
  static final Set<String> FIELDS = Set.of(PERCENT, AMOUNT, FLOOR, SAFE);

  private static final int MAX_CURRENCIES = 50;
  private static final int MAX_CODE = 20;
  private static final int MAX_AMOUNT = 40;

  /** As many digits as a token can have. */
  private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,14})(\\.[0-9]{1,18})?");

  /**
   * Returns the rule.
   *
   * @param before what stays where a field is left out
   */
  public SettlementRule parse(Fields fields, SettlementRule before) {
    fields.only(FIELDS);
    BigDecimal percent = required(fields, PERCENT);
    BigDecimal amount = required(fields, AMOUNT);
    BigDecimal floor = decimal(fields, FLOOR);
    Map<String, BigDecimal> safe = fields.has(SAFE) ? tiers(fields) : before.safeUpTo();
    if (percent != null && percent.compareTo(BigDecimal.valueOf(limits.maxPercent())) > 0) {
      fields.fault(PERCENT, Message.of("field.percentmax", limits.maxPercent()));
    }
    fields.refuseFaults();
    return new SettlementRule(
        Objects.requireNonNull(percent),
        Objects.requireNonNull(amount),
        floor == null ? before.ignoredBelow() : floor,
        safe);
  }

  /** Returns the amounts by currency; nothing and zero are none. */
  private Map<String, BigDecimal> tiers(Fields fields) {
    Map<String, BigDecimal> tiers = new TreeMap<>();
    fields
        .pairs(SAFE, MAX_CURRENCIES, MAX_CODE, MAX_AMOUNT)
        .forEach(
            (code, text) -> {
              String name = SAFE + "." + code;
              Currency currency = limits.currencies().find(code);
              if (currency == null) {
                fields.fault(
                    name,
                    Message.of("field.currency", String.join(", ", limits.currencies().codes())));
              } else if (!text.isEmpty() && !DECIMAL.matcher(text).matches()) {
                fields.fault(name, Message.of("field.decimalstring"));
              } else if (!text.isEmpty() && new BigDecimal(text).signum() > 0) {
                tiers.put(code, new BigDecimal(text));
              }
            });
    if (!tiers.isEmpty() && limits.safeNetworks().isEmpty()) {
      fields.fault(SAFE + "." + tiers.keySet().iterator().next(), Message.of("field.safenowhere"));
    }
    return tiers;
  }

  /** Returns a decimal that must be sent; null if it has a fault. */
  static @Nullable BigDecimal required(Fields fields, String name) {
    if (fields.decimal(name) == null) {
      fields.fault(name, Message.of("field.required"));
    }
    return decimal(fields, name);
  }

  private static @Nullable BigDecimal decimal(Fields fields, String name) {
    String text = fields.decimal(name);
    if (text == null) {
      return null;
    }
    if (!DECIMAL.matcher(text).matches()) {
      fields.fault(name, Message.of("field.decimalstring"));
      return null;
    }
    return new BigDecimal(text);
  }
}
