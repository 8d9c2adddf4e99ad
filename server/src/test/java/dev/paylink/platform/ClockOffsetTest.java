package dev.paylink.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.SettableInstant;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From which second on a clock is wrong, and too wrong. */
final class ClockOffsetTest {
  private static final Instant NOW = Instant.parse("2026-11-18T07:00:00Z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SettableInstant machine = new SettableInstant(NOW);
  private final ClockOffset offset = new ClockOffset(machine).meter(registry);

  @ParameterizedTest
  @CsvSource({
    "4, false, false",
    "-4, false, false",
    "6, true, false",
    "-6, true, false",
    "59, true, false",
    "61, true, true",
    "-61, true, true",
  })
  void five_seconds_are_a_warning_and_a_minute_is_too_much(
      long ahead, boolean warned, boolean unusable) {
    compare(ahead);
    assertThat(offset.warning() != null).isEqualTo(warned);
    assertThat(offset.trouble() != null).isEqualTo(unusable);
    assertThat(gauge()).isBetween(ahead - 0.5, ahead + 1.5);
  }

  @Test
  void a_clock_that_nobody_compared_is_unknown_and_not_right() {
    assertThat(gauge()).isNaN();
    assertThat(offset.ahead()).isNull();
    assertThat(offset.trouble()).isNull();
  }

  @Test
  void a_database_that_does_not_answer_leaves_the_last_comparison() {
    compare(100);
    try {
      offset.compare(
          () -> {
            throw new IllegalStateException("away");
          });
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("away");
    }
    assertThat(offset.trouble()).contains("100 s ahead of");
  }

  @Test
  void the_log_has_one_line_when_it_goes_wrong_and_one_when_it_is_right_again() {
    try (LoggedBy log = new LoggedBy(ClockOffset.class)) {
      compare(-30);
      compare(-31);
      compare(0);
      compare(1);
      assertThat(log.lines())
          .containsExactly(
              "WARNING the clock of this machine is 30 s behind the database's; set it right, or the"
                  + " database's",
              "INFO the clock of this machine agrees with the database's again");
    }
  }

  private void compare(long aheadSeconds) {
    offset.compare(() -> machine.instant().minusSeconds(aheadSeconds));
  }

  private double gauge() {
    return registry.get("paylink.clock.offset.seconds").gauge().value();
  }
}
