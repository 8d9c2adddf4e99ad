package dev.paylink.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.redis.Redis;
import dev.paylink.testing.RedisServer;
import dev.paylink.testing.Together;
import io.github.bucket4j.Bucket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All keys of a merchant share one budget, which costs a call next to nothing. */
final class MerchantBudgetTest {
  private final SettableClock clock = new SettableClock();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 99, 100, 250, 6_000})
  void exactly_the_limit_is_allowed_at_once_and_one_more_refused(int limit) {
    MerchantBudget budget = new MerchantBudget(Buckets.local(clock), limit);
    for (int i = 0; i < limit; i++) {
      assertThat(budget.take("mer_1")).isZero();
    }
    assertThat(budget.take("mer_1")).isEqualTo(Math.ceilDiv(60, limit));
    assertThat(budget.take("mer_2")).isZero();
  }

  @Test
  void calls_that_race_get_exactly_the_limit() throws Exception {
    MerchantBudget budget = new MerchantBudget(Buckets.local(clock), 1_000);
    AtomicInteger allowed = new AtomicInteger();
    Together.times(
        8,
        () -> {
          for (int i = 0; i < 250; i++) {
            if (budget.take("mer_1") == 0) {
              allowed.incrementAndGet();
            }
          }
          return true;
        });
    assertThat(allowed).hasValue(1_000);
  }

  @Test
  void one_call_in_many_looks_at_the_bucket() {
    AtomicInteger looks = new AtomicInteger();
    Buckets local = Buckets.local(clock);
    Buckets counted =
        new Buckets() {
          @Override
          public <T> T use(String name, int capacity, Duration period, Function<Bucket, T> action) {
            looks.incrementAndGet();
            return local.use(name, capacity, period, action);
          }
        };
    MerchantBudget budget = new MerchantBudget(counted, 6_000);
    for (int i = 0; i < 6_000; i++) {
      budget.take("mer_1");
    }
    assertThat(looks).hasValue(100);
  }

  @Test
  void two_nodes_share_it(@TempDir Path folder) {
    try (RedisServer redis = new RedisServer(folder);
        Redis first = new Redis(redis.url());
        Redis second = new Redis(redis.url())) {
      MerchantBudget onFirst = new MerchantBudget(new RedisBuckets(first), 5);
      MerchantBudget onSecond = new MerchantBudget(new RedisBuckets(second), 5);
      for (int i = 0; i < 5; i++) {
        assertThat((i % 2 == 0 ? onFirst : onSecond).take("mer_1")).isZero();
      }
      assertThat(onFirst.take("mer_1")).isPositive();
      assertThat(onSecond.take("mer_1")).isPositive();
      assertThat(onSecond.take("mer_2")).isZero();
    }
  }
}
