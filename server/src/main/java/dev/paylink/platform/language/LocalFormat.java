package dev.paylink.platform.language;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.math.BigDecimal;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.util.Currency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes amounts and times as the reader is used to. Amounts have every decimal they have, without
 * the zeros that a coin's many decimals would end in.
 */
public final class LocalFormat {
  /** What most currencies have, and at least what an amount of a token is read with. */
  private static final int USUAL_DECIMALS = 2;

  /** The language whose right-to-left letters break up symbols such as US$. */
  private static final String ARABIC = "ar";

  private static final char LEFT_TO_RIGHT = '\u2066';
  private static final char END_OF_ISOLATE = '\u2069';

  /** Merchants name the locales, so the number kept must be bounded. */
  private static final int MAX_LOCALES = 1000;

  /** Cached: a lookup in the JDK's data takes longer than formatting an amount. */
  private static final Cache<Locale, LocalFormat> KNOWN =
      Caffeine.newBuilder().maximumSize(MAX_LOCALES).build();

  private final boolean arabic;
  private final NumberFormat number; // not thread-safe, so each use works on a copy
  private final NumberFormat money;
  private final DateTimeFormatter time;
  private final char decimalSeparator;
  private final char groupingSeparator;

  LocalFormat(Locale locale) {
    this.arabic = ARABIC.equals(locale.getLanguage());
    this.number = NumberFormat.getNumberInstance(locale);
    this.money = NumberFormat.getCurrencyInstance(locale);
    this.time = DateTimeFormatter.ofPattern(timePattern(locale), locale);
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(locale);
    this.decimalSeparator = symbols.getDecimalSeparator();
    this.groupingSeparator = symbols.getGroupingSeparator();
  }

  public static LocalFormat of(Locale locale) {
    return KNOWN.get(locale, LocalFormat::new);
  }

  public String amount(BigDecimal amount, String currencyCode) {
    Currency currency = known(currencyCode);
    if (currency == null || arabic) {
      return withCode(amount, currencyCode);
    }
    NumberFormat format = (NumberFormat) money.clone();
    format.setCurrency(currency);
    return exact(format, amount, Math.max(USUAL_DECIMALS, currency.getDefaultFractionDigits()));
  }

  /**
   * Returns an amount of a token or of a currency by its code, which is never broken before and, in
   * Arabic, never put in front of the number: the amount is isolated from the text around it.
   */
  public String withCode(BigDecimal amount, String code) {
    Currency currency = known(code);
    int decimals = currency == null ? 0 : currency.getDefaultFractionDigits();
    NumberFormat format = (NumberFormat) number.clone();
    String text = exact(format, amount, Math.max(USUAL_DECIMALS, decimals)) + '\u00a0' + code;
    return arabic ? LEFT_TO_RIGHT + text + END_OF_ISOLATE : text;
  }

  /** Returns the amount as a person would type it: without signs that group thousands. */
  public String typed(BigDecimal amount) {
    return amount.toPlainString().replace('.', decimalSeparator);
  }

  public String number(BigDecimal amount) {
    return exact((NumberFormat) number.clone(), amount, USUAL_DECIMALS);
  }

  /** Formats in UTC and says so: the server cannot know the reader's time zone. */
  public String time(Instant instant) {
    return plain(time.format(instant.atOffset(ZoneOffset.UTC))) + " UTC";
  }

  /** Returns the decimal separator. */
  public char decimalSeparator() {
    return decimalSeparator;
  }

  /** Returns the sign that groups thousands. */
  public char groupingSeparator() {
    return groupingSeparator;
  }

  private static String timePattern(Locale locale) {
    return DateTimeFormatterBuilder.getLocalizedDateTimePattern(
        FormatStyle.LONG, FormatStyle.SHORT, IsoChronology.INSTANCE, locale);
  }

  private static String exact(NumberFormat format, BigDecimal amount, int usualDecimals) {
    int needed = Math.max(usualDecimals, amount.stripTrailingZeros().scale());
    int decimals = Math.min(amount.scale(), needed);
    format.setMinimumFractionDigits(decimals);
    format.setMaximumFractionDigits(decimals);
    return plain(format.format(amount));
  }

  /** Replaces the narrow space of CLDR, which few fonts have, with the common one. */
  private static String plain(String text) {
    return text.replace('\u202f', '\u00a0');
  }

  private static @Nullable Currency known(String code) {
    try {
      return Currency.getInstance(code);
    } catch (IllegalArgumentException e) {
      return null; // not in ISO 4217; an instance may use any currency
    }
  }
}
