package dev.paylink.money;

import dev.paylink.platform.language.Message;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Parses amounts as exact decimals: never through a double, never rounded. */
public final class Money {
  private static final Pattern PLAIN = Pattern.compile("(0|[1-9][0-9]*)(\\.[0-9]+)?");
  private static final int MAX_INTEGER_DIGITS = 15;
  private static final int MAX_LENGTH = 64;

  private Money() {}

  /** An amount, or the reason why the text is not one. */
  public sealed interface Parsed {
    record Amount(BigDecimal value) implements Parsed {}

    record Wrong(Message message) implements Parsed {}
  }

  /** Parses a positive amount with the currency's own number of decimals. */
  public static Parsed parse(String text, Currency currency) {
    if (text.startsWith("-")) {
      return new Parsed.Wrong(Message.of("field.positive"));
    }
    if (text.length() > MAX_LENGTH || !PLAIN.matcher(text).matches()) {
      return new Parsed.Wrong(Message.of("field.decimal"));
    }
    BigDecimal amount = new BigDecimal(text);
    if (amount.signum() == 0) {
      return new Parsed.Wrong(Message.of("field.positive"));
    }
    if (amount.precision() - amount.scale() > MAX_INTEGER_DIGITS) {
      return new Parsed.Wrong(Message.of("field.digits", MAX_INTEGER_DIGITS));
    }
    if (amount.scale() > currency.decimals()) {
      return new Parsed.Wrong(Message.of("field.decimals", currency.decimals(), currency.code()));
    }
    return new Parsed.Amount(amount.setScale(currency.decimals()));
  }
}
