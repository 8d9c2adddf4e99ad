package dev.paylink.platform.language;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The languages of the pages. The first one is the fallback. */
public enum Language {
  EN("en"),
  DE("de"),
  FR("fr"),
  ES("es"),
  JA("ja"),
  /**
   * Uses the digits that wallets and invoices show, so that amounts can be compared at a glance.
   */
  AR("ar-u-nu-latn");

  private static final int MAX_RANGES = 32;
  private static final Pattern WEIGHT = Pattern.compile("[qQ]\\s*=\\s*[01](\\.[0-9]{0,3})?");
  private static final Pattern SUBTAGS = Pattern.compile("[-_].*", Pattern.DOTALL);

  private final Locale locale;
  private final String ownName;

  Language(String tag) {
    this.locale = Locale.forLanguageTag(tag);
    String name = locale.getDisplayLanguage(locale);
    this.ownName = name.substring(0, 1).toUpperCase(locale) + name.substring(1);
  }

  /** Picks the merchant's language if we have it, otherwise the browser's best one. */
  public static Language choose(@Nullable String wanted, @Nullable String acceptLanguage) {
    Language asked = wanted == null ? null : of(wanted);
    if (asked == null && acceptLanguage != null) {
      asked = best(acceptLanguage);
    }
    return Objects.requireNonNullElse(asked, EN);
  }

  /**
   * Reads {@code Accept-Language} (RFC 9110): returns the language of the highest weight that we
   * speak, or null if we speak none. Of equal weights the first counts.
   */
  private static @Nullable Language best(String header) {
    Language best = null;
    double bestWeight = 0;
    for (String range : header.split(",", MAX_RANGES)) {
      String[] parts = range.split(";", 2);
      Language language = of(parts[0].strip());
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

  /** Returns the language of a tag such as {@code de-CH}; null if we do not speak it. */
  public static @Nullable Language of(String tag) {
    String primary = SUBTAGS.matcher(tag).replaceFirst("").strip();
    for (Language language : values()) {
      if (language.tag().equalsIgnoreCase(primary)) {
        return language;
      }
    }
    return null;
  }

  /** Returns the value for {@code <html lang>}. */
  public String tag() {
    return locale.getLanguage();
  }

  /** Returns its name as its speakers write it. */
  public String ownName() {
    return ownName;
  }

  public boolean isRightToLeft() {
    return this == AR;
  }

  /** Returns the value for {@code <html dir>}. */
  public String direction() {
    return isRightToLeft() ? "rtl" : "ltr";
  }

  /**
   * Returns how numbers and dates are written: as in the wanted region, if it speaks this language.
   */
  public Locale formats(@Nullable String wanted) {
    return wanted != null && this != AR && of(wanted) == this
        ? Locale.forLanguageTag(wanted.replace('_', '-'))
        : locale;
  }
}
