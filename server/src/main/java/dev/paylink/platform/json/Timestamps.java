package dev.paylink.platform.json;

import dev.paylink.platform.language.Message;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * Writes times only as ISO-8601 in UTC with exactly three decimals; reads any offset and precision.
 */
public final class Timestamps {
  /** The fault when {@link #parse} refuses a text. */
  public static final Message WORDS = Message.of("field.isotime");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private Timestamps() {}

  /**
   * Returns the time, or null if the text is not a time in the years 1970 to 9999: others fit
   * neither into an id nor into every reader of our output.
   */
  public static @Nullable Instant parse(String text) {
    Instant time = parseAny(text);
    return time == null || time.isBefore(Instant.EPOCH) || time.isAfter(LAST) ? null : time;
  }

  /** Parses one end of a range; a time outside those years becomes the nearest time in them. */
  public static @Nullable Instant parseBound(String text) {
    Instant time = parseAny(text);
    if (time == null) {
      return null;
    }
    return time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time.isAfter(LAST) ? LAST : time;
  }

  private static @Nullable Instant parseAny(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /**
   * Formats by hand: this runs several times per request, and a DateTimeFormatter costs ten times
   * more.
   */
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
