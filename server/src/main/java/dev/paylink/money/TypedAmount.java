package dev.paylink.money;

import dev.paylink.platform.language.LocalFormat;
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

  /** The marks that keep an amount together in Arabic text, which are copied with it. */
  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}");

  /** One thousand, or one with three decimals. */
  private static final Pattern ONE_DOT = Pattern.compile("\\p{Nd}{1,3}\\.\\p{Nd}{3}");

  /** Groups thousands in Switzerland, where people type the straight one. */
  private static final char APOSTROPHE = '\u2019';

  private TypedAmount() {}

  /**
   * Accepts digits of any script, the dot, the decimal sign of the page's language, and the signs
   * with which it groups thousands, where they belong. Anything else stays in the text, so it is
   * refused later. {@code 1.000} is not guessed at where dots group thousands: it stays as it is.
   */
  public static String plain(String typed, LocalFormat format) {
    String text = typed.strip();
    boolean isAmbiguous = format.groupingSeparator() == '.' && ONE_DOT.matcher(text).matches();
    return isAmbiguous ? text : ungrouped(text, format);
  }

  private static String decimal(String text, char decimalSeparator) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
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
   * the marks around it that keep it together. For a search, where a wrong guess finds nothing.
   */
  public static String searched(String text, LocalFormat format) {
    String visible = INVISIBLE.matcher(text).replaceAll("").strip();
    Matcher shown = SHOWN.matcher(visible);
    return ungrouped(shown.matches() ? shown.group(1) : visible, format);
  }

  private static String ungrouped(String number, LocalFormat format) {
    String group = group(format.groupingSeparator());
    String decimal = Pattern.quote(String.valueOf(format.decimalSeparator()));
    boolean isGrouped =
        number.matches("\\p{Nd}{1,3}(" + group + "\\p{Nd}{3})+(" + decimal + "\\p{Nd}+)?");
    return decimal(isGrouped ? number.replaceAll(group, "") : number, format.decimalSeparator());
  }

  private static String group(char separator) {
    if (Character.isSpaceChar(separator)) {
      return "\\p{Z}";
    }
    return separator == APOSTROPHE ? "['" + APOSTROPHE + ']' : Pattern.quote(separator + "");
  }
}
