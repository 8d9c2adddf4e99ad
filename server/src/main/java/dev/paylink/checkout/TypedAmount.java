package dev.paylink.checkout;

/** Turns an amount as people type it into a plain decimal; what is no amount stays none. */
final class TypedAmount {
  /** The decimal signs of Arabic and of full-width digits; nobody groups thousands with them. */
  private static final String UNMISTAKABLE = "\u066b\uff0e";

  private TypedAmount() {}

  /**
   * Takes digits of any script and the decimal sign of the page's language beside the dot. Signs
   * that group thousands are left in, and so refused later: {@code 1.000} is not guessed at.
   */
  static String plain(String typed, char decimalSeparator) {
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
