package dev.paylink.platform.web;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Words;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Writes times for the pages of merchants and operators: in the reader's language, the same for
 * everybody in UTC.
 */
public final class TimeFormat {
  private static final Map<Language, TimeFormat> ALL = new EnumMap<>(Language.class);

  static {
    for (Language language : Language.values()) {
      ALL.put(language, new TimeFormat(language));
    }
  }

  private final DateTimeFormatter toTheMinute;
  private final DateTimeFormatter toTheSecond;
  private final DateTimeFormatter shortDay;
  private final DateTimeFormatter month;
  private final DateTimeFormatter timeOfDay;

  private TimeFormat(Language language) {
    Locale locale = language.formats(null);
    String aDay =
        switch (language) {
          case EN, FR, ES, AR -> "d MMM uuuu";
          case DE -> "d. MMM uuuu";
          case JA -> "uuuu年M月d日";
        };
    String comma =
        switch (language) {
          case EN, DE, FR, ES -> ", ";
          case JA -> " ";
          case AR -> "، ";
        };
    this.toTheMinute = format(aDay + comma + "HH:mm 'UTC'", locale);
    this.toTheSecond = format(aDay + comma + "HH:mm:ss 'UTC'", locale);
    this.shortDay = format(aDay.replaceAll("[ 年]?uuuu年?", "").strip(), locale);
    this.month = format(language == Language.JA ? "uuuu年M月" : "LLLL uuuu", locale);
    this.timeOfDay = format("HH:mm 'UTC'", locale);
  }

  public static TimeFormat of(Words words) {
    return Objects.requireNonNull(ALL.get(words.language()));
  }

  public String minute(Instant time) {
    return toTheMinute.format(time);
  }

  public String second(Instant time) {
    return toTheSecond.format(time);
  }

  /** Shows a day without its year, for days of the last weeks. */
  public String shortDay(LocalDate date) {
    return shortDay.format(date);
  }

  public String month(YearMonth yearMonth) {
    return month.format(yearMonth);
  }

  /** Shows a time without its day, for times of today or nearly so. */
  public String timeOfDay(Instant time) {
    return timeOfDay.format(time);
  }

  private static DateTimeFormatter format(String pattern, Locale locale) {
    return DateTimeFormatter.ofPattern(pattern, locale).withZone(ZoneOffset.UTC);
  }
}
