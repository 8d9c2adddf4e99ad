package dev.paylink.platform.language;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code Accept-Language} (RFC 9110): the language of the highest weight that we speak. */
final class AcceptLanguage {
  private static final int MAX_RANGES = 32;
  private static final Pattern WEIGHT = Pattern.compile("[qQ]\\s*=\\s*[01](\\.[0-9]{0,3})?");

  private AcceptLanguage() {}

  /**
   * Returns the best language we speak, or null if we speak none. Of equal weights the first
   * counts.
   */
  static @Nullable Language best(String header) {
    Language best = null;
    double bestWeight = 0;
    for (String range : header.split(",", MAX_RANGES)) {
      String[] parts = range.split(";", 2);
      Language language = Language.of(parts[0].strip());
      double weight = parts.length == 1 ? 1 : weight(parts[1]);
      if (language != null && weight > bestWeight) {
        best = language;
        bestWeight = weight;
      }
    }
    return best;
  }

  /** Returns the weight from 0 (not at all) to 1; an invalid weight counts as 0. */
  private static double weight(String parameter) {
    String text = parameter.strip();
    if (!WEIGHT.matcher(text).matches()) {
      return 0;
    }
    return Math.min(1, Double.parseDouble(text.substring(text.indexOf('=') + 1).strip()));
  }
}
