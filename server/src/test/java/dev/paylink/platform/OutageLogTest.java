package dev.paylink.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.LoggedBy;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** However many notice an outage, its log is a begin, a line a minute, and an end. */
final class OutageLogTest {
  private long nanos = 1;
  private final OutageLog outages = new OutageLog("the tried database", () -> nanos);

  @Test
  void a_hundred_seconds_that_ten_thousand_notice_are_three_lines() {
    try (LoggedBy log = new LoggedBy(OutageLog.class)) {
      for (int i = 0; i < 10_000; i++) {
        outages.failed("loop-" + (i % 25), refused());
        outages.refused();
        forward(Duration.ofMillis(10));
      }
      outages.worked(); // too soon after the last failure to be its end
      forward(Duration.ofSeconds(4));
      outages.worked();
      outages.worked();
      assertThat(log.lines())
          .filteredOn(line -> line.contains("tried"))
          .containsExactly(
              "WARNING the tried database is away: Connection to db1:5432 refused. (loop-0)",
              "WARNING the tried database has been away for 60 s; 6000 calls were refused:"
                  + " Connection to db1:5432 refused.",
              "INFO the tried database is back after 100 s; 10000 calls were refused, and 10000"
                  + " times work waited");
    }
  }

  @Test
  void what_works_without_an_outage_is_no_line() {
    try (LoggedBy log = new LoggedBy(OutageLog.class)) {
      outages.worked();
      assertThat(log.lines()).filteredOn(line -> line.contains("tried")).isEmpty();
    }
  }

  private static SQLException refused() {
    return new SQLException("Connection to db1:5432 refused.", "08001");
  }

  private void forward(Duration time) {
    nanos += time.toNanos();
  }
}
