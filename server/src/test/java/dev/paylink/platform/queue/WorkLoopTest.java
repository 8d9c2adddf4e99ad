package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.LoggedBy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class WorkLoopTest {
  private static final Duration NEVER = Duration.ofDays(1);

  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void hint_leads_to_a_look_at_once() {
    try (WorkLoop loop = started(NEVER, () -> looks.incrementAndGet() > 0)) {
      loop.wake();
      Await.until("it looked", () -> looks.get() == 1);
    }
    assertThat(looks).as("closing looks no more").hasValue(1);
  }

  @Test
  void it_looks_without_a_hint_every_so_often() {
    try (WorkLoop loop = started(Duration.ofMillis(5), () -> looks.incrementAndGet() < 0)) {
      Await.until("it looked", () -> looks.get() > 3);
      assertThat(loop.isClosing()).isFalse();
    }
  }

  @Test
  void time_leads_to_a_look_when_it_has_come_and_an_earlier_one_goes_first() {
    try (WorkLoop loop = started(NEVER, () -> looks.incrementAndGet() < 0)) {
      loop.wakeAfter(NEVER);
      loop.wakeAfter(Duration.ofMillis(1));
      Await.until("it looked", () -> looks.get() == 1);
      long start = System.nanoTime();
      loop.wakeAfter(Duration.ofMillis(70));
      Await.until("it looked again", () -> looks.get() == 2);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(70));
    }
    assertThat(looks).as("not for the last one").hasValue(2);
  }

  @Test
  void hint_during_a_look_is_not_lost() throws InterruptedException {
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    WorkLoop.Look look =
        () -> {
          looks.incrementAndGet();
          underWay.countDown();
          goOn.await();
          return true;
        };
    try (WorkLoop loop = started(NEVER, look)) {
      loop.wake();
      underWay.await();
      loop.wake();
      loop.wake();
      goOn.countDown();
      Await.until("it looked again", () -> looks.get() == 2);
    }
    assertThat(looks).as("two hints in one look are one").hasValue(2);
  }

  @Test
  void failure_is_told_as_what_it_is_and_the_next_look_comes() {
    try (LoggedBy log = new LoggedBy(WorkLoop.class)) {
      WorkLoop.Look look =
          () -> {
            if (looks.incrementAndGet() == 1) {
              throw new SQLException("connection refused", "08001");
            }
            return false;
          };
      try (WorkLoop loop = started(Duration.ofMillis(5), look)) {
        Await.until("it looked again", () -> looks.get() > 1);
        assertThat(loop.isClosing()).isFalse();
      }
      assertThat(log.lines())
          .containsExactly("WARNING test is waiting for the database: connection refused");
    }
  }

  private static WorkLoop started(Duration lookAgain, WorkLoop.Look look) {
    WorkLoop loop = new WorkLoop("test", lookAgain, Duration.ZERO, look);
    loop.start();
    return loop;
  }
}
