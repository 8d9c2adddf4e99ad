package dev.paylink.platform.json;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** ISO-8601 in UTC with exactly three decimals, the only way this service writes a time. */
public final class Timestamps {
  private Timestamps() {}

  /** By hand: this runs several times per request, and a DateTimeFormatter costs ten times more. */
  public static String format(Instant instant) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
    digits(text, 0, 4, time.getYear());
    digits(text, 5, 2, time.getMonthValue());
    digits(text, 8, 2, time.getDayOfMonth());
    digits(text, 11, 2, time.getHour());
    digits(text, 14, 2, time.getMinute());
    digits(text, 17, 2, time.getSecond());
    digits(text, 20, 3, time.getNano() / 1_000_000);
    return new String(text);
  }

  private static void digits(char[] text, int start, int count, int value) {
    for (int i = start + count - 1; i >= start; i--) {
      text[i] = (char) ('0' + value % 10);
      value /= 10;
    }
  }
}
