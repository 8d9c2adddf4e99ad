package dev.paylink.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class EdgeClockTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final EdgeLimits LIMITS = new EdgeLimits(64, 32, LIMIT, LIMIT, LIMIT, LIMIT);

  private final AtomicLong machine = new AtomicLong(-5);
  private final EdgeClock clock = new EdgeClock(LIMITS, false, machine::get);

  @Test
  void it_moves_with_the_machine() {
    for (int i = 0; i < 40; i++) {
      pass(Duration.ofNanos(clock.tickNanos()));
    }
    assertThat(clock.now()).isEqualTo(LIMIT.toNanos());
  }

  @Test
  void a_deadline_that_was_set_while_the_process_stood_still_is_not_over_at_once() {
    pass(Duration.ofMillis(100));
    machine.addAndGet(Duration.ofMinutes(1).toNanos()); // and then somebody connects
    long deadline = clock.now() + clock.headNanos;
    assertThat(clock.move()).isLessThan(deadline);
  }

  private void pass(Duration time) {
    machine.addAndGet(time.toNanos());
    clock.move();
  }
}
