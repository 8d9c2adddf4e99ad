package dev.paylink.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.error.Rejection;
import dev.paylink.testing.Seeded;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestLimiterTest {
  private final SettableClock clock = new SettableClock();
  private final RequestLimiter limiter = new RequestLimiter(Buckets.local(clock));

  @Test
  void the_headers_count_down_with_the_budget() {
    Budget first = limiter.take("key", 600);
    assertThat(first.policyHeader()).isEqualTo("\"key\";q=600;w=60");
    assertThat(first.stateHeader()).isEqualTo("\"key\";r=599;t=1");
    for (int i = 0; i < 299; i++) {
      limiter.take("key", 600);
    }
    assertThat(limiter.take("key", 600).stateHeader()).isEqualTo("\"key\";r=299;t=31");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 60, 600, 1_000})
  void exactly_the_limit_is_allowed_at_once_and_one_more_refused(int limit) {
    for (int left = limit - 1; left >= 0; left--) {
      Budget budget = limiter.take("key", limit);
      assertThat(budget.allowed()).isTrue();
      assertThat(budget.remaining()).isEqualTo(left);
      assertThat(budget.retryAfterSeconds()).isZero();
    }
    Budget refused = limiter.take("key", limit);
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.secondsToFull()).isEqualTo(60);
    assertThat(refused.retryAfterSeconds()).isEqualTo(Math.ceilDiv(60, limit));
  }

  @Test
  void whoever_waits_as_told_is_let_in_and_a_moment_earlier_is_not() {
    for (int i = 0; i < 4; i++) {
      limiter.take("key", 4); // one every 15 seconds
    }
    assertThat(limiter.take("key", 4).retryAfterSeconds()).isEqualTo(15);
    clock.forward(Duration.ofSeconds(15).minusNanos(1));
    assertThat(limiter.take("key", 4).allowed()).isFalse();
    clock.forward(Duration.ofNanos(1));
    assertThat(limiter.take("key", 4).allowed()).isTrue();
    assertThat(limiter.take("key", 4).allowed()).isFalse();
  }

  @Test
  void what_is_required_is_refused_with_its_detail_when_nothing_is_left() {
    Limit limit = Limit.INVITATIONS;
    for (int i = 0; i < limit.most(); i++) {
      limiter.require(limit, "whom");
    }
    assertThatThrownBy(() -> limiter.require(limit, "whom"))
        .isInstanceOfSatisfying(
            Rejection.class,
            refused ->
                assertThat(refused.message().english())
                    .isEqualTo("You may send 20 invitations a minute"));
    limiter.require(limit, "another");
    clock.forward(Duration.ofMinutes(1));
    limiter.require(limit, "whom");
  }

  @Test
  void no_two_limits_share_a_bucket() {
    assertThat(Arrays.stream(Limit.values()).map(l -> l.bucket("whom") + '/' + l.most()))
        .doesNotHaveDuplicates();
  }

  @Test
  void what_a_limit_says_about_its_number_is_true() {
    assertThat(Limit.values())
        .filteredOn(limit -> limit.pause().isZero()) // a pause tells its seconds instead
        .allSatisfy(
            limit ->
                assertThat(limit.message().english().replaceAll("[^0-9]", ""))
                    .isIn("", Integer.toString(limit.most())));
  }

  @Test
  void a_refused_call_costs_nothing() {
    limiter.take("key", 1);
    for (int i = 0; i < 1_000; i++) {
      assertThat(limiter.take("key", 1).allowed()).isFalse();
    }
    clock.forward(Duration.ofSeconds(60));
    assertThat(limiter.take("key", 1).allowed()).isTrue();
  }

  @Test
  void the_budget_never_grows_beyond_the_limit() {
    clock.forward(Duration.ofDays(365));
    assertThat(limiter.take("key", 5).remaining()).isEqualTo(4);
    clock.forward(Duration.ofDays(365));
    assertThat(limiter.take("key", 5).remaining()).isEqualTo(4);
  }

  @Test
  void keys_do_not_share_and_a_changed_limit_counts_at_once() {
    limiter.take("one", 1);
    assertThat(limiter.take("one", 1).allowed()).isFalse();
    assertThat(limiter.take("two", 1).allowed()).isTrue();
    assertThat(limiter.take("one", 2).remaining()).isEqualTo(1);
  }

  @Test
  void no_minute_ever_gives_more_than_the_limit_and_what_came_back_in_it() {
    Random random = Seeded.random(RequestLimiterTest.class);
    for (int round = 0; round < 20; round++) {
      int limit = 1 + random.nextInt(200);
      long elapsedNanos = 0;
      int allowed = 0;
      for (int i = 0; i < 1_000; i++) {
        Duration step = Duration.ofMillis(random.nextInt(500));
        clock.forward(step);
        elapsedNanos += step.toNanos();
        allowed += limiter.take("round " + round, limit).allowed() ? 1 : 0;
        long cameBack = elapsedNanos * limit / Duration.ofMinutes(1).toNanos();
        assertThat(allowed).isLessThanOrEqualTo((int) (limit + cameBack));
      }
    }
  }

  @Test
  void callers_at_the_same_time_share_the_budget_exactly() {
    AtomicInteger allowed = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2_000; i++) {
        threads.execute(() -> allowed.addAndGet(limiter.take("key", 500).allowed() ? 1 : 0));
      }
    }
    assertThat(allowed).hasValue(500);
  }
}
