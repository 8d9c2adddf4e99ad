package dev.paylink.money;

/** Hexadecimal texts as they are stored: a pattern would cost more than the rest of a value. */
final class HexDigits {
  private static final String PREFIX = "0x";

  private HexDigits() {}

  /** Tells whether the text is 0x and exactly so many bytes in lower-case digits. */
  static boolean are(String text, int bytes) {
    if (text.length() != PREFIX.length() + 2 * bytes || !text.startsWith(PREFIX)) {
      return false;
    }
    for (int i = PREFIX.length(); i < text.length(); i++) {
      char c = text.charAt(i);
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return true;
  }
}
