package dev.paylink.platform.web;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A colour to write on, such as {@code #0a7f5a}, and the ink that reads on it: black or white,
 * whichever contrasts more. For every colour that is at least 4.58 to 1, more than the 4.5 to 1
 * that WCAG asks for, so no colour has to be refused.
 */
public record Paint(String hex) {
  private static final Pattern HEX = Pattern.compile("#[0-9a-fA-F]{6}");
  private static final String BLACK = "#000000";
  private static final String WHITE = "#ffffff";
  private static final double GLARE = 0.05;

  /** Returns the colour, or null if the text is not one. */
  public static @Nullable Paint parse(String text) {
    return HEX.matcher(text).matches() ? new Paint(text.toLowerCase(Locale.ROOT)) : null;
  }

  /** Returns the ink: {@code #000000} or {@code #ffffff}. */
  public String ink() {
    return contrast(BLACK) > contrast(WHITE) ? BLACK : WHITE;
  }

  /** Returns the contrast to another colour as WCAG defines it, from 1 to 21. */
  public double contrast(String other) {
    double one = luminance(hex) + GLARE;
    double two = luminance(other) + GLARE;
    return Math.max(one, two) / Math.min(one, two);
  }

  /** Returns the colour as a style sheet for the payer's pages. */
  public byte[] css() {
    String ink = ink();
    String paler = ink.equals(BLACK) ? WHITE : BLACK; // further from the ink, so it reads better
    return """
        :root { --deep: %1$s; --on-deep: %2$s; --on-deep-soft: %2$s; --deep-line: %2$s40; --soon: %2$s; --lines: none;
          --brand: %1$s; --on-brand: %2$s; --brand-line: %2$s40; --brand-strong: color-mix(in srgb, %1$s 88%%, %3$s); }
        """
        .formatted(hex, ink, paler)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static double luminance(String color) {
    return 0.2126 * linear(color, 1) + 0.7152 * linear(color, 3) + 0.0722 * linear(color, 5);
  }

  private static double linear(String color, int at) {
    double value = Integer.parseInt(color.substring(at, at + 2), 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
}
