package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.Unavailable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PersistentlyTest {
  private final AtomicInteger tries = new AtomicInteger();

  @Test
  void outage_is_waited_out() {
    Persistently.run(() -> failUntil(3), deadlineIn(Duration.ofMinutes(1)), () -> false);
    assertThat(tries).hasValue(3);
  }

  @Test
  void deadline_or_being_abandoned_ends_it_with_the_failure() {
    assertThatThrownBy(
            () -> Persistently.run(() -> failUntil(9), deadlineIn(Duration.ZERO), () -> false))
        .isInstanceOf(Unavailable.class);
    assertThatThrownBy(
            () ->
                Persistently.run(() -> failUntil(9), deadlineIn(Duration.ofMinutes(1)), () -> true))
        .isInstanceOf(Unavailable.class);
    assertThat(tries).hasValue(2);
  }

  private void failUntil(int tryNumber) {
    if (tries.incrementAndGet() < tryNumber) {
      throw new Unavailable("away", null);
    }
  }

  private static long deadlineIn(Duration duration) {
    return System.nanoTime() + duration.toNanos();
  }
}
