package dev.paylink.platform.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes times for the pages of merchants and operators: the same for everybody, in UTC. */
public final class ShownTime {
  private static final DateTimeFormatter TO_THE_MINUTE = format("d MMM uuuu, HH:mm 'UTC'");
  private static final DateTimeFormatter TO_THE_SECOND = format("d MMM uuuu, HH:mm:ss 'UTC'");
  private static final DateTimeFormatter DAY = format("d MMM uuuu");
  private static final DateTimeFormatter TIME_OF_DAY = format("HH:mm 'UTC'");

  private ShownTime() {}

  public static String minute(Instant time) {
    return TO_THE_MINUTE.format(time);
  }

  public static String second(Instant time) {
    return TO_THE_SECOND.format(time);
  }

  public static String day(Instant time) {
    return DAY.format(time);
  }

  /** Shows a time without its day, for times of today or nearly so. */
  public static String timeOfDay(Instant time) {
    return TIME_OF_DAY.format(time);
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }
}
