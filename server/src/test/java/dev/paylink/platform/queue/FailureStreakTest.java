package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What counts as work that has stopped getting done, and when that is over. */
final class FailureStreakTest {
  private long now = Duration.ofHours(1).toNanos();
  private final FailureStreak streak = new FailureStreak(() -> now);

  @Test
  void one_failure_is_as_long_as_its_caller_waited() {
    failedAfter(Duration.ofSeconds(2));
    assertThat(streak.length()).isEqualTo(Duration.ofSeconds(2));
    assertThat(streak.reason()).isEqualTo("too slow");
  }

  @Test
  void failures_after_each_other_add_up_and_a_success_ends_them() {
    failedAfter(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(4));
    failedAfter(Duration.ofSeconds(1));
    assertThat(streak.length()).isEqualTo(Duration.ofSeconds(5));
    streak.succeeded();
    assertThat(streak.length()).isZero();
    assertThat(streak.succeededWithin(Duration.ofSeconds(1))).isTrue();
    pass(Duration.ofSeconds(2));
    assertThat(streak.succeededWithin(Duration.ofSeconds(1))).isFalse();
  }

  @Test
  void failure_of_work_asked_for_before_a_success_counts_from_the_success() {
    pass(Duration.ofSeconds(10));
    streak.succeeded();
    pass(Duration.ofMillis(50));
    failedAfter(Duration.ofSeconds(10));
    assertThat(streak.length()).isEqualTo(Duration.ofMillis(50));
    assertThat(streak.succeededWithin(Duration.ofSeconds(1))).isFalse();
  }

  @Test
  void without_further_attempts_a_streak_is_over_and_the_next_failure_soon_after_resumes_it() {
    failedAfter(Duration.ofSeconds(4));
    pass(FailureStreak.REMEMBERED);
    assertThat(streak.length()).isEqualTo(Duration.ofSeconds(4));
    pass(Duration.ofNanos(1));
    assertThat(streak.length()).isZero();
    failedAfter(Duration.ZERO);
    assertThat(streak.length()).isGreaterThan(FailureStreak.REMEMBERED);
  }

  @Test
  void failure_long_after_the_last_one_starts_anew() {
    failedAfter(Duration.ofSeconds(1));
    pass(FailureStreak.CONTINUED.plusNanos(1));
    failedAfter(Duration.ofSeconds(1));
    assertThat(streak.length()).isEqualTo(Duration.ofSeconds(1));
  }

  private void failedAfter(Duration wait) {
    streak.failed(now - wait.toNanos(), "too slow");
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
