package dev.paylink.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

final class CoolingOffTest {
  private static final String SOURCE = "203.0.113.9";
  private static final String ELSEWHERE = "203.0.113.10";
  private static final int PENALTY_SECONDS = 300;

  private final SettableClock clock = new SettableClock();
  private final Buckets buckets = Buckets.local(clock);
  private final CoolingOff coolingOff = new CoolingOff(buckets, clock::currentTimeNanos);

  @Test
  void nine_failures_are_forgiven_and_the_tenth_costs_five_minutes() {
    fail(SOURCE, "key", 9);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isZero();
    fail(SOURCE, "key", 1);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void the_five_minutes_pass_second_by_second_and_end() {
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofMillis(500));
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
    clock.forward(Duration.ofMillis(500));
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS - 1);
    clock.forward(Duration.ofSeconds(PENALTY_SECONDS - 1).minusNanos(1));
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(1);
    clock.forward(Duration.ofNanos(1));
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isZero();
  }

  @Test
  void failures_during_the_penalty_do_not_make_it_longer() {
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(100));
    fail(SOURCE, "key", 5);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS - 100);
  }

  @Test
  void another_name_from_the_same_source_is_free_until_fifty_failed_in_all() {
    fail(SOURCE, "key", 10);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "other")).isZero();
    for (int i = 0; i < 39; i++) {
      fail(SOURCE, "name " + i, 1);
    }
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "other")).isZero();
    fail(SOURCE, "the fiftieth", 1);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "other")).isEqualTo(PENALTY_SECONDS);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "never seen")).isEqualTo(PENALTY_SECONDS);
    clock.forward(Duration.ofSeconds(PENALTY_SECONDS));
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "other")).isZero();
  }

  @Test
  void another_address_is_never_affected() {
    for (int i = 0; i < 1_000; i++) {
      fail(SOURCE, "key", 1);
      fail(SOURCE, "name " + i, 1);
    }
    assertThat(coolingOff.coolingOffSeconds(ELSEWHERE, "key")).isZero();
    fail(ELSEWHERE, "key", 9);
    assertThat(coolingOff.coolingOffSeconds(ELSEWHERE, "key")).isZero();
  }

  @Test
  void failures_that_come_slower_than_the_limit_are_never_punished() {
    for (int i = 0; i < 500; i++) {
      fail(SOURCE, "key", 1);
      assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isZero();
      clock.forward(Duration.ofSeconds(6));
    }
  }

  @Test
  void after_a_quiet_while_everything_is_forgotten() {
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(PENALTY_SECONDS + 60));
    fail(SOURCE, "key", 9);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isZero();
    fail(SOURCE, "key", 1);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void a_node_that_shares_the_buckets_shares_the_penalty_at_the_next_failure() {
    CoolingOff otherNode = new CoolingOff(buckets, clock::currentTimeNanos);
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(100));
    assertThat(otherNode.coolingOffSeconds(SOURCE, "key")).isZero();
    otherNode.failed(SOURCE, "key");
    assertThat(otherNode.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS - 100);
  }

  @Test
  void names_that_are_long_count_as_one_when_their_beginnings_are_the_same() {
    String start = "n".repeat(100);
    fail(SOURCE, start + "a", 5);
    fail(SOURCE, start + "b", 5);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, start + "c")).isEqualTo(PENALTY_SECONDS);
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "n".repeat(99))).isZero();
  }

  @Test
  void failures_at_the_same_time_are_all_counted() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 9; i++) {
        threads.execute(() -> coolingOff.failed(SOURCE, "key"));
      }
    }
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isZero();
    coolingOff.failed(SOURCE, "key");
    assertThat(coolingOff.coolingOffSeconds(SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  private void fail(String source, String name, int times) {
    for (int i = 0; i < times; i++) {
      coolingOff.failed(source, name);
    }
  }
}
