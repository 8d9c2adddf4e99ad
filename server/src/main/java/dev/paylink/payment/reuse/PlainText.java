package dev.paylink.payment.reuse;

import dev.paylink.platform.language.Message;

/**
 * Finds characters that make a text look like another one or like markup. Pages escape what they
 * show; mails, spreadsheets and shops behind a webhook may not.
 */
final class PlainText {
  static final Message RULE = Message.of("field.characters");

  private static final String FORBIDDEN =
      "<>\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff";

  private PlainText() {}

  /** Returns whether a single line has none of them. */
  static boolean isLine(String text) {
    return text.codePoints().noneMatch(c -> Character.isISOControl(c) || FORBIDDEN.indexOf(c) >= 0);
  }

  /** Returns whether a text of several lines has none of them. */
  static boolean isText(String text) {
    return isLine(text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' '));
  }
}
