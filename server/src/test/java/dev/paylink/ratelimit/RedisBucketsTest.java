package dev.paylink.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real Redis: nodes share budgets and penalties, and its absence stops nobody. */
final class RedisBucketsTest {
  @TempDir Path folder;

  private int port;
  private Process redis;

  @BeforeEach
  void start() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    redis = launch();
    Await.until("Redis answers", () -> connects());
  }

  @AfterEach
  void stop() throws InterruptedException {
    redis.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  @Test
  void two_nodes_share_the_budget_of_a_key() {
    try (RedisBuckets first = buckets();
        RedisBuckets second = buckets()) {
      RequestLimiter onFirst = new RequestLimiter(first);
      RequestLimiter onSecond = new RequestLimiter(second);
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
    try (RedisBuckets first = buckets();
        RedisBuckets second = buckets()) {
      CoolingOff onFirst = new CoolingOff(first);
      CoolingOff onSecond = new CoolingOff(second);
      for (int i = 0; i < 10; i++) {
        assertThat(onFirst.coolingOffSeconds("192.0.2.1", "pk")).isZero();
        onFirst.failed("192.0.2.1", "pk");
      }
      assertThat(onFirst.coolingOffSeconds("192.0.2.1", "pk")).isBetween(290L, 300L);
      onSecond.failed("192.0.2.1", "pk");
      assertThat(onSecond.coolingOffSeconds("192.0.2.1", "pk")).isBetween(280L, 310L);
      assertThat(onSecond.coolingOffSeconds("192.0.2.2", "pk")).isZero();
    }
  }

  @Test
  void without_redis_the_node_limits_alone_and_with_it_again_they_share() throws Exception {
    try (RedisBuckets buckets = buckets()) {
      RequestLimiter limiter = new RequestLimiter(buckets);
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      redis.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      assertThat(limiter.take("key", 2).allowed()).isTrue();
      assertThat(limiter.take("key", 2).allowed()).isFalse();
      redis = launch();
      Await.until("the empty Redis counts again", () -> limiter.take("key", 2).allowed());
    }
  }

  private RedisBuckets buckets() {
    return new RedisBuckets("redis://127.0.0.1:" + port);
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(
            "redis-server",
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("redis.log").toFile())
        .start();
  }

  private boolean connects() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    }
  }
}
