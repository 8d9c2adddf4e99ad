package dev.paylink.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Seeded;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimestampsTest {
  private static final DateTimeFormatter REFERENCE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  @Test
  void any_instant_is_written_as_the_jdk_would() {
    Random random = Seeded.random(TimestampsTest.class);
    for (int i = 0; i < 50_000; i++) {
      Instant instant =
          Instant.ofEpochSecond(random.nextLong(FIRST, LAST + 1), random.nextInt(1_000_000_000));
      String text = Timestamps.format(instant);
      assertThat(text).isEqualTo(REFERENCE.format(instant));
      assertThat(Instant.parse(text)).isEqualTo(instant.truncatedTo(ChronoUnit.MILLIS));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z,           1970-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999999999Z, 1969-12-31T23:59:59.999Z",
    "2024-02-29T12:00:00.001Z,       2024-02-29T12:00:00.001Z",
    "2026-12-31T23:59:59.9999Z,      2026-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00.01Z,        0001-01-01T00:00:00.010Z",
    "9999-12-31T23:59:59.1Z,         9999-12-31T23:59:59.100Z",
  })
  void three_decimals_always_and_never_rounded_up(Instant instant, String text) {
    assertThat(Timestamps.format(instant)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00.123456+02:00, 2026-01-31T10:00:00.123456Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z"
  })
  void any_offset_and_precision_is_read(String text, Instant expected) {
    assertThat(Timestamps.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00+00:01",
    "+10000-01-01T00:00:00Z",
    "+999999999-01-01T00:00:00Z",
    "-200000-01-01T00:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31",
    "yesterday"
  })
  void what_is_no_time_of_ours_is_none(String text) {
    assertThat(Timestamps.parse(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0001-01-01T00:00:00Z, 1970-01-01T00:00:00Z",
    "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
    "+12345-01-01T00:00:00Z, 9999-12-31T23:59:59.999Z"
  })
  void bound_beyond_our_years_is_their_end(String text, Instant expected) {
    assertThat(Timestamps.parseBound(text)).isEqualTo(expected);
  }
}
