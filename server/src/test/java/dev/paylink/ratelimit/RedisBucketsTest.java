package dev.paylink.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.redis.Redis;
import dev.paylink.testing.Await;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.RedisServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real Redis: nodes share budgets and penalties, and its absence stops nobody. */
final class RedisBucketsTest {
  @TempDir Path folder;

  @AutoClose private RedisServer redis;

  @BeforeEach
  void start() {
    redis = new RedisServer(folder);
  }

  @Test
  void two_nodes_share_the_budget_of_a_key() {
    try (Redis first = node();
        Redis second = node()) {
      RequestLimiter onFirst = new RequestLimiter(new RedisBuckets(first));
      RequestLimiter onSecond = new RequestLimiter(new RedisBuckets(second));
      for (int i = 0; i < 5; i++) {
        assertThat((i % 2 == 0 ? onFirst : onSecond).take("key", 5).allowed()).isTrue();
      }
      assertThat(onFirst.take("key", 5).allowed()).isFalse();
      assertThat(onSecond.take("key", 5).allowed()).isFalse();
      assertThat(onSecond.take("other", 5).allowed()).isTrue();
    }
  }

  @Test
  void penalty_on_one_node_reaches_the_other_with_its_first_failure_there() {
    try (Redis first = node();
        Redis second = node()) {
      FailureLimiter onFirst = new FailureLimiter(new RedisBuckets(first));
      FailureLimiter onSecond = new FailureLimiter(new RedisBuckets(second));
      for (int i = 0; i < 10; i++) {
        assertThat(seconds(onFirst, "192.0.2.1", "pk")).isZero();
        onFirst.failed("192.0.2.1", "pk");
      }
      assertThat(seconds(onFirst, "192.0.2.1", "pk")).isBetween(290L, 300L);
      onSecond.failed("192.0.2.1", "pk");
      assertThat(seconds(onSecond, "192.0.2.1", "pk")).isBetween(280L, 310L);
      assertThat(seconds(onSecond, "192.0.2.2", "pk")).isZero();
    }
  }

  @Test
  void without_redis_the_node_limits_alone_and_with_it_again_they_share() {
    try (Redis node = node();
        LoggedBy logged = new LoggedBy(Redis.class)) {
      RequestLimiter limiter = new RequestLimiter(new RedisBuckets(node));
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      redis.kill();
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      assertThat(limiter.take("key", 2).allowed()).isFalse();
      redis.start();
      Await.until("the empty Redis counts again", () -> limiter.take("key", 2).allowed());
      assertThat(logged.lines().getLast())
          .matches("INFO Redis is reachable, after [0-9]+ s and [0-9]+ uses without it");
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      assertThat(logged.lines().stream().filter(line -> line.startsWith("INFO"))).hasSize(1);
    }
  }

  @Test
  void slow_Redis_is_told_as_slow_in_one_line_and_not_as_absent() {
    try (Redis node = new Redis(redis.hastyUrl());
        LoggedBy logged = new LoggedBy(Redis.class)) {
      RequestLimiter limiter = new RequestLimiter(new RedisBuckets(node));
      limiter.take("slow", 1_000);
      redis.freeze();
      try {
        for (int i = 0; i < 4; i++) {
          limiter.take("slow", 1_000);
        }
      } finally {
        redis.thaw();
      }
      assertThat(logged.lines())
          .singleElement()
          .asString()
          .startsWith("WARNING Redis answers too slowly; until it is back, this node counts");
      assertThat(logged.thrown()).isZero();
      Await.until(
          "it is told as well",
          () -> {
            limiter.take("slow", 1_000);
            return logged.lines().getLast().startsWith("INFO Redis is reachable, after ");
          });
      assertThat(logged.lines()).hasSize(2);
    }
  }

  private Redis node() {
    return new Redis(redis.url());
  }

  private static long seconds(FailureLimiter coolingOff, String source, String name) {
    Pause pause = coolingOff.pause(source, name);
    return pause == null ? 0 : pause.seconds();
  }
}
