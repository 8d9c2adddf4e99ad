package dev.paylink.money;

/**
 * Turns an amount as people type it into a plain decimal. A text that is not an amount stays
 * invalid.
 */
public final class TypedAmount {
  /** The Arabic and the full-width decimal sign. Nobody groups thousands with them. */
  private static final String UNMISTAKABLE = "\u066b\uff0e";

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
}
