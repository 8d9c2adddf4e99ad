package dev.paylink.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** So many a minute, so many a day. */
final class LogQuotaTest {
  private static final long START = Long.MAX_VALUE - 5; // nanoTime may run over

  private final LogQuota quota = new LogQuota(3, 5, START);

  @Test
  void minute_and_day_end_each_on_their_own() {
    assertThat(taken(Duration.ZERO, 10)).isEqualTo(3);
    assertThat(taken(Duration.ofSeconds(59), 10)).isZero();
    assertThat(taken(Duration.ofSeconds(60), 10)).as("two are left today").isEqualTo(2);
    assertThat(taken(Duration.ofMinutes(3), 10)).isZero();
    assertThat(taken(Duration.ofHours(23), 10)).isZero();
    assertThat(taken(Duration.ofHours(24), 10)).isEqualTo(3);
    assertThat(taken(Duration.ofHours(24).plusMinutes(1), 10)).isEqualTo(2);
  }

  private int taken(Duration at, int asked) {
    int taken = 0;
    for (int i = 0; i < asked; i++) {
      taken += quota.take(START + at.toNanos()) ? 1 : 0;
    }
    return taken;
  }
}
