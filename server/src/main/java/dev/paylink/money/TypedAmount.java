package dev.paylink.money;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns an amount as people type it into a plain decimal. A text that is not an amount stays
 * invalid.
 */
public final class TypedAmount {
  /** The Arabic and the full-width decimal sign. Nobody groups thousands with them. */
  private static final String UNMISTAKABLE = "\u066b\uff0e";

  /** A number between symbols or codes of a currency: {@code $1,042.07} or {@code 1.042,07 EUR}. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "(?:[A-Z]{0,3}\\p{Sc}\\p{Z}?|[A-Z]{3,5}\\p{Z})?(\\p{Nd}.*?)"
              + "(?:\\p{Z}?\\p{Sc}|\\p{Z}[A-Z]{3,5})?");

  private TypedAmount() {}

  /**
   * Accepts digits of any script, the dot, and the decimal sign of the page's language. Signs that
   * group thousands stay in the text, so it is refused later: {@code 1.000} is not guessed at.
   */
  public static String plain(String typed, char decimalSeparator) {
    StringBuilder plain = new StringBuilder(typed.length());
    for (char c : typed.strip().toCharArray()) {
      if (Character.isDigit(c)) {
        plain.append(Character.digit(c, 10));
      } else {
        boolean decimal = c == decimalSeparator || UNMISTAKABLE.indexOf(c) >= 0;
        plain.append(decimal ? '.' : c);
      }
    }
    return plain.toString();
  }

  /**
   * Accepts what {@link #plain} does, and an amount as a page shows it: with its currency, and with
   * signs that group thousands where they belong. For a search, where a wrong guess finds nothing.
   */
  public static String searched(String text, char decimalSeparator, char groupingSeparator) {
    Matcher shown = SHOWN.matcher(text.strip());
    String number = shown.matches() ? shown.group(1) : text;
    String group =
        Character.isSpaceChar(groupingSeparator)
            ? "\\p{Z}"
            : Pattern.quote(String.valueOf(groupingSeparator));
    String decimal = Pattern.quote(String.valueOf(decimalSeparator));
    boolean grouped =
        number.matches("\\p{Nd}{1,3}(" + group + "\\p{Nd}{3})+(" + decimal + "\\p{Nd}+)?");
    return plain(grouped ? number.replaceAll(group, "") : number, decimalSeparator);
  }
}
