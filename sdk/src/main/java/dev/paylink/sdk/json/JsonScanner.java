package dev.paylink.sdk.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits a JSON text into punctuation, strings, numbers and words, skipping only the four white
 * spaces of RFC 8259 before each; every string it returns is well-formed Unicode, every number
 * exact.
 */
final class JsonScanner {
  static final int END = -1;
  static final int MAX_NUMBER_CHARS = 1_000;

  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{4}");
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private final String text;
  private int at;

  JsonScanner(String text) {
    this.text = text;
  }

  /** Returns the next character that is not white space without taking it, or {@link #END}. */
  int peek() {
    while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return current();
  }

  /** Returns the position of the next character. */
  int position() {
    return at;
  }

  void expect(char mark) {
    if (!skipIf(mark)) {
      throw fail("expected " + mark);
    }
  }

  boolean skipIf(char mark) {
    boolean found = peek() == mark;
    at += found ? 1 : 0;
    return found;
  }

  String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    for (int c = take(); c != '"'; c = take()) {
      if (c < ' ') { // END is below every character, so an unclosed string stops here too
        throw fail("a string must be closed and free of raw control characters");
      }
      out.append(c == '\\' ? escape() : (char) c);
    }
    // Two escapes may form a pair, so only the finished string shows whether a pair is complete.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(out)) {
      throw fail("half a surrogate pair");
    }
    return out.toString();
  }

  private char escape() {
    int c = take();
    if (c == 'u') {
      return unicode();
    }
    int known = c == END ? -1 : ESCAPES.indexOf(c);
    if (known < 0) {
      throw fail("unknown escape");
    }
    return ESCAPED.charAt(known);
  }

  private char unicode() {
    int end = at + 4;
    if (end > text.length() || !HEX.matcher(text.substring(at, end)).matches()) {
      throw fail("expected four hexadecimal digits");
    }
    char c = (char) Integer.parseInt(text.substring(at, end), 16);
    at = end;
    return c;
  }

  BigDecimal number() {
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt() || matcher.end() - at > MAX_NUMBER_CHARS) {
      throw fail("expected a value");
    }
    try {
      BigDecimal number = new BigDecimal(matcher.group());
      at = matcher.end();
      return number;
    } catch (NumberFormatException e) { // an exponent beyond 32 bits
      throw fail("number out of range");
    }
  }

  @Nullable Boolean word(String word, @Nullable Boolean meaning) {
    if (!text.startsWith(word, at)) {
      throw fail("expected a value");
    }
    at += word.length();
    return meaning;
  }

  JsonException fail(String why) {
    return new JsonException("not JSON at character " + at + ": " + why);
  }

  private int take() {
    int c = current();
    at++;
    return c;
  }

  private int current() {
    return at < text.length() ? text.charAt(at) : END;
  }
}
