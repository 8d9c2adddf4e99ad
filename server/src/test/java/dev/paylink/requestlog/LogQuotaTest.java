package dev.paylink.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ratelimit.SettableClock;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Those who only name a key write 60 entries a minute and 2 000 a day. */
final class LogQuotaTest {
  private final SettableClock clock = new SettableClock();
  private final Bucket quota = RequestLog.Kind.NAMED.quota(clock);

  @Test
  void minute_and_day_end_each_on_their_own() {
    for (int minute = 0; minute < 33; minute++) {
      assertThat(taken()).isEqualTo(60);
      clock.forward(Duration.ofSeconds(59));
      assertThat(taken()).isZero();
      clock.forward(Duration.ofSeconds(1));
    }
    assertThat(taken()).as("what is left today").isEqualTo(20);
    clock.forward(Duration.ofHours(23));
    assertThat(taken()).isZero();
    clock.forward(Duration.ofMinutes(27));
    assertThat(taken()).isEqualTo(60);
  }

  private int taken() {
    return (int) quota.tryConsumeAsMuchAsPossible();
  }
}
