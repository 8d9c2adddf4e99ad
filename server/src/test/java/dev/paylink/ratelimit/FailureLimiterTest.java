package dev.paylink.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

final class FailureLimiterTest {
  private static final String SOURCE = "203.0.113.9";
  private static final String ELSEWHERE = "203.0.113.10";
  private static final int PENALTY_SECONDS = 300;

  private final SettableClock clock = new SettableClock();
  private final Buckets buckets = Buckets.local(clock);
  private final FailureLimiter coolingOff = new FailureLimiter(buckets, clock::currentTimeNanos);

  @Test
  void nine_failures_are_forgiven_and_the_tenth_costs_five_minutes() {
    fail(SOURCE, "key", 9);
    assertThat(seconds(coolingOff, SOURCE, "key")).isZero();
    fail(SOURCE, "key", 1);
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void the_five_minutes_pass_second_by_second_and_end() {
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofMillis(500));
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
    clock.forward(Duration.ofMillis(500));
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS - 1);
    clock.forward(Duration.ofSeconds(PENALTY_SECONDS - 1).minusNanos(1));
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(1);
    clock.forward(Duration.ofNanos(1));
    assertThat(seconds(coolingOff, SOURCE, "key")).isZero();
  }

  @Test
  void failures_during_the_penalty_do_not_make_it_longer() {
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(100));
    fail(SOURCE, "key", 5);
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS - 100);
  }

  @Test
  void another_name_from_the_same_source_is_free_until_fifty_failed_in_all() {
    fail(SOURCE, "key", 10);
    assertThat(seconds(coolingOff, SOURCE, "other")).isZero();
    for (int i = 0; i < 39; i++) {
      fail(SOURCE, "name " + i, 1);
    }
    assertThat(seconds(coolingOff, SOURCE, "other")).isZero();
    fail(SOURCE, "the fiftieth", 1);
    assertThat(seconds(coolingOff, SOURCE, "other")).isEqualTo(PENALTY_SECONDS);
    assertThat(seconds(coolingOff, SOURCE, "never seen")).isEqualTo(PENALTY_SECONDS);
    clock.forward(Duration.ofSeconds(PENALTY_SECONDS));
    assertThat(seconds(coolingOff, SOURCE, "other")).isZero();
  }

  @Test
  void another_address_is_never_affected() {
    for (int i = 0; i < 1_000; i++) {
      fail(SOURCE, "key", 1);
      fail(SOURCE, "name " + i, 1);
    }
    assertThat(seconds(coolingOff, ELSEWHERE, "key")).isZero();
    fail(ELSEWHERE, "key", 9);
    assertThat(seconds(coolingOff, ELSEWHERE, "key")).isZero();
  }

  @Test
  void failures_that_come_slower_than_the_limit_are_never_punished() {
    for (int i = 0; i < 500; i++) {
      fail(SOURCE, "key", 1);
      assertThat(seconds(coolingOff, SOURCE, "key")).isZero();
      clock.forward(Duration.ofSeconds(6));
    }
  }

  @Test
  void after_a_quiet_while_everything_is_forgotten() {
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(PENALTY_SECONDS + 60));
    fail(SOURCE, "key", 9);
    assertThat(seconds(coolingOff, SOURCE, "key")).isZero();
    fail(SOURCE, "key", 1);
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void a_node_that_shares_the_buckets_shares_the_penalty_at_the_next_failure() {
    FailureLimiter otherNode = new FailureLimiter(buckets, clock::currentTimeNanos);
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(100));
    assertThat(seconds(otherNode, SOURCE, "key")).isZero();
    otherNode.failed(SOURCE, "key");
    assertThat(seconds(otherNode, SOURCE, "key")).isEqualTo(PENALTY_SECONDS - 100);
  }

  @Test
  void names_that_are_long_count_as_one_when_their_beginnings_are_the_same() {
    String start = "n".repeat(100);
    fail(SOURCE, start + "a", 5);
    fail(SOURCE, start + "b", 5);
    assertThat(seconds(coolingOff, SOURCE, start + "c")).isEqualTo(PENALTY_SECONDS);
    assertThat(seconds(coolingOff, SOURCE, "n".repeat(99))).isZero();
  }

  @Test
  void failures_at_the_same_time_are_all_counted() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 9; i++) {
        threads.execute(() -> coolingOff.failed(SOURCE, "key"));
      }
    }
    assertThat(seconds(coolingOff, SOURCE, "key")).isZero();
    coolingOff.failed(SOURCE, "key");
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void the_pause_says_what_is_paused() {
    fail(SOURCE, "key", 10);
    assertThat(coolingOff.pause(SOURCE, "key"))
        .isEqualTo(new Pause(Limit.FAILURES_OF_NAME, PENALTY_SECONDS));
    for (int i = 0; i < 40; i++) {
      fail(SOURCE, "name " + i, 1);
    }
    assertThat(coolingOff.pause(SOURCE, "other"))
        .isEqualTo(new Pause(Limit.FAILURES_OF_SOURCE, PENALTY_SECONDS));
  }

  @Test
  void a_name_that_was_right_within_an_hour_works_on_while_strangers_wait() {
    coolingOff.authenticated(SOURCE, "known");
    clock.forward(Duration.ofMinutes(58));
    coolingOff.authenticated(SOURCE, "fresh");
    pauseSource();
    assertThat(coolingOff.pause(SOURCE, "known")).isNull();
    assertThat(coolingOff.pause(SOURCE, "fresh")).isNull();
    assertThat(coolingOff.pause(SOURCE, "stranger")).isNotNull();
    clock.forward(Duration.ofMinutes(2));
    assertThat(coolingOff.pause(SOURCE, "known")).isNotNull();
    assertThat(coolingOff.pause(SOURCE, "fresh")).isNull();
  }

  @Test
  void a_name_in_use_stays_known_for_an_hour_after_its_last_call() {
    for (int i = 0; i < 90; i++) {
      coolingOff.authenticated(SOURCE, "known");
      clock.forward(Duration.ofMinutes(2));
    }
    pauseSource();
    assertThat(coolingOff.pause(SOURCE, "known")).isNull();
    assertThat(coolingOff.pause(ELSEWHERE, "known")).isNull();
  }

  @Test
  void a_known_name_is_known_at_its_own_address_only() {
    coolingOff.authenticated(ELSEWHERE, "known");
    pauseSource();
    assertThat(coolingOff.pause(SOURCE, "known")).isNotNull();
  }

  @Test
  void guesses_at_a_known_name_make_it_wait() {
    coolingOff.authenticated(SOURCE, "known");
    fail(SOURCE, "known", 10);
    assertThat(coolingOff.pause(SOURCE, "known"))
        .isEqualTo(new Pause(Limit.FAILURES_OF_NAME, PENALTY_SECONDS));
  }

  @Test
  void addresses_of_one_ipv6_network_are_one_source_and_its_neighbour_is_another() {
    for (int i = 0; i < 50; i++) {
      fail("2001:db8:0:1:0:0:0:" + Integer.toHexString(i), "name " + i, 1);
    }
    assertThat(coolingOff.pause("2001:db8:0:1:ffff:ffff:ffff:ffff", "other")).isNotNull();
    assertThat(coolingOff.pause("2001:db8:0:2:0:0:0:1", "other")).isNull();
    assertThat(coolingOff.pause("2001:db8:0:0:0:0:0:1", "other")).isNull();
  }

  @Test
  void guesses_at_the_same_time_are_never_more_than_may_be_wrong() {
    List<AuthenticationAttempt> guesses = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      guesses.add(coolingOff.begin(SOURCE, "key"));
    }
    assertThat(guesses).extracting(AuthenticationAttempt::pause).containsOnlyNulls();
    assertThat(coolingOff.begin(SOURCE, "key").pause())
        .isEqualTo(new Pause(Limit.FAILURES_OF_NAME, 6)); // one comes back every six seconds
    assertThat(coolingOff.begin(SOURCE, "other").pause()).isNull();
    for (AuthenticationAttempt guess : guesses) {
      assertThat(coolingOff.pause(SOURCE, "key")).isNull();
      guess.wrong();
      guess.close();
    }
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void guesses_that_are_right_or_not_made_cost_nothing() {
    for (int i = 0; i < 100; i++) {
      try (AuthenticationAttempt right = coolingOff.begin(SOURCE, "key")) {
        assertThat(right.pause()).isNull();
        right.right();
      }
      try (AuthenticationAttempt notMade = coolingOff.begin(SOURCE, "other")) {
        assertThat(notMade.pause()).isNull();
      }
    }
    fail(SOURCE, "key", 9);
    assertThat(coolingOff.pause(SOURCE, "key")).isNull();
  }

  @Test
  void nine_wrong_and_one_right_at_the_same_time_pause_nobody() {
    List<AuthenticationAttempt> guesses = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      guesses.add(coolingOff.begin(SOURCE, "key"));
    }
    guesses.subList(0, 9).forEach(AuthenticationAttempt::wrong);
    guesses.getLast().right();
    assertThat(coolingOff.pause(SOURCE, "key")).isNull();
    try (AuthenticationAttempt next = coolingOff.begin(SOURCE, "key")) {
      assertThat(next.pause()).isNull();
      next.wrong();
    }
    assertThat(seconds(coolingOff, SOURCE, "key")).isEqualTo(PENALTY_SECONDS);
  }

  @Test
  void fifty_wrong_guesses_with_other_names_pause_the_source_but_no_known_name() {
    coolingOff.authenticated(SOURCE, "known");
    for (int i = 0; i < 50; i++) {
      try (AuthenticationAttempt guess = coolingOff.begin(SOURCE, "name " + i)) {
        assertThat(guess.pause()).isNull();
        guess.wrong();
      }
    }
    assertThat(coolingOff.begin(SOURCE, "stranger").pause())
        .isEqualTo(new Pause(Limit.FAILURES_OF_SOURCE, PENALTY_SECONDS));
    for (int i = 0; i < 10; i++) {
      try (AuthenticationAttempt guess = coolingOff.begin(SOURCE, "known")) {
        assertThat(guess.pause()).isNull();
        guess.wrong();
      }
    }
    assertThat(coolingOff.begin(SOURCE, "known").pause())
        .isEqualTo(new Pause(Limit.FAILURES_OF_NAME, PENALTY_SECONDS));
  }

  @Test
  void a_node_that_shares_the_buckets_begins_no_guess_during_the_pause() {
    FailureLimiter otherNode = new FailureLimiter(buckets, clock::currentTimeNanos);
    fail(SOURCE, "key", 10);
    clock.forward(Duration.ofSeconds(100));
    assertThat(otherNode.begin(SOURCE, "key").pause())
        .isEqualTo(new Pause(Limit.FAILURES_OF_NAME, PENALTY_SECONDS - 100));
  }

  private void pauseSource() {
    for (int i = 0; i < 50; i++) {
      fail(SOURCE, "name " + i, 1);
    }
  }

  private void fail(String source, String name, int times) {
    for (int i = 0; i < times; i++) {
      coolingOff.failed(source, name);
    }
  }

  private static long seconds(FailureLimiter coolingOff, String source, String name) {
    Pause pause = coolingOff.pause(source, name);
    return pause == null ? 0 : pause.seconds();
  }
}
