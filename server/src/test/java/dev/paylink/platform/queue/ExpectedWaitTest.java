package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ExpectedWaitTest {
  private static final int FULL = 100;
  private static final int CAPACITY = 2_000;

  private final ExpectedWait wait = new ExpectedWait(Duration.ofMillis(400), FULL, CAPACITY);

  @Test
  void as_many_may_wait_as_are_answered_in_time() {
    assertThat(wait.after(FULL, millis(50))).isEqualTo(800); // half a millisecond each
  }

  @Test
  void slower_batches_let_fewer_wait_and_faster_ones_more() {
    int before = wait.after(FULL, millis(50));
    int slower = wait.after(FULL, millis(100));
    assertThat(slower).isLessThan(before);
    for (int i = 0; i < 100; i++) {
      slower = wait.after(FULL, millis(100));
    }
    assertThat(slower).isBetween(400, 401);
    assertThat(wait.after(FULL, millis(40))).isGreaterThan(slower);
  }

  @Test
  void small_batch_says_nothing_about_load_unless_it_was_faster() {
    assertThat(wait.after(1, millis(5))).isEqualTo(CAPACITY);
    assertThat(wait.after(FULL, millis(100))).isEqualTo(400);
    assertThat(wait.after(1, millis(5))).isEqualTo(400);
    assertThat(wait.after(50, millis(20))).isEqualTo(1_000);
  }

  @Test
  void two_batches_may_wait_however_slow_it_was() {
    assertThat(wait.after(FULL, millis(60_000))).isEqualTo(2 * FULL);
  }

  @Test
  void capacity_is_never_exceeded() {
    assertThat(wait.after(FULL, 1)).isEqualTo(CAPACITY);
    assertThat(new ExpectedWait(Duration.ofMillis(400), FULL, 150).after(FULL, millis(60_000)))
        .isEqualTo(150);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
