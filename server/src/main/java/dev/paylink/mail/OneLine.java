package dev.paylink.mail;

import java.util.regex.Pattern;

/**
 * Text from elsewhere as one line: whatever breaks a line, steers a terminal or turns the direction
 * of what follows becomes a space, so that nobody's name can add a header, a line or a sentence of
 * its own to a letter.
 */
final class OneLine {
  /**
   * Control characters, line and paragraph separators, and overrides of direction; not the isolates
   * that our own texts set around what is filled in.
   */
  private static final String BREAK = "\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\ufeff";

  private static final Pattern BREAKS = Pattern.compile(" *[" + BREAK + "][ " + BREAK + "]*");

  private OneLine() {}

  static String of(String text) {
    return BREAKS.matcher(text).replaceAll(" ").strip();
  }
}
