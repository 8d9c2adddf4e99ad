package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.OutageLog;
import dev.paylink.testing.Await;
import dev.paylink.testing.LoggedBy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class LoopTest {
  private final Logger logger = Logger.getLogger(Loop.class.getName());
  private final AtomicInteger rounds = new AtomicInteger();

  @AfterEach
  void logAgain() {
    logger.setLevel(null);
  }

  @Test
  void it_begins_with_the_pause_and_closing_runs_nothing() {
    Loop loop = new Loop("test", Loop.UNTIL_WOKEN, rounds::incrementAndGet).start();
    assertThat(loop.isClosing()).isFalse();
    loop.close();
    loop.close();
    assertThat(loop.isClosing()).isTrue();
    assertThat(rounds).hasValue(0);
  }

  @Test
  void one_that_was_never_started_can_be_closed() {
    new Loop("test", Duration.ZERO, rounds::incrementAndGet).close();
    assertThat(rounds).hasValue(0);
  }

  @Test
  void finishing_runs_a_last_round_without_waiting_for_the_pause() {
    new Loop("test", Loop.UNTIL_WOKEN, rounds::incrementAndGet).start().finish();
    assertThat(rounds).hasValue(1);
  }

  @Test
  void waking_leads_to_a_round_at_once() {
    try (Loop loop = woken(rounds::incrementAndGet)) {
      Await.until("it ran", () -> rounds.get() == 1);
      assertThat(loop.isClosing()).isFalse();
    }
    assertThat(rounds).as("closing runs no more").hasValue(1);
  }

  @Test
  void it_runs_again_after_each_pause_and_rounds_never_overlap() throws InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    CountDownLatch many = new CountDownLatch(50);
    Loop.Round round =
        () -> {
          overlaps.addAndGet(inside.getAndIncrement());
          inside.decrementAndGet();
          many.countDown();
        };
    try (Loop loop = new Loop("test", Duration.ZERO, round).start()) {
      many.await();
      loop.wake();
    }
    assertThat(overlaps).hasValue(0);
    assertThat(inside).as("the last round has ended").hasValue(0);
  }

  @Test
  void time_leads_to_a_round_when_it_has_come_and_an_earlier_one_goes_first() {
    try (Loop loop = new Loop("test", Loop.UNTIL_WOKEN, rounds::incrementAndGet).start()) {
      loop.wakeAfter(Duration.ofDays(1));
      loop.wakeAfter(Duration.ofMillis(1));
      Await.until("it ran", () -> rounds.get() == 1);
      long start = System.nanoTime();
      loop.wakeAfter(Duration.ofMillis(70));
      Await.until("it ran again", () -> rounds.get() == 2);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(70));
    }
    assertThat(rounds).as("not for the last one").hasValue(2);
  }

  @Test
  void who_can_wait_shares_the_next_round() {
    try (Loop loop = new Loop("test", Loop.UNTIL_WOKEN, rounds::incrementAndGet).start()) {
      long start = System.nanoTime();
      for (int i = 0; i < 100; i++) {
        loop.wakeWithin(Duration.ofSeconds(1));
      }
      loop.wakeWithin(Duration.ofDays(1));
      Await.until("it ran", () -> rounds.get() == 1);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
      loop.wakeWithin(Duration.ofDays(1));
      loop.wakeWithin(Duration.ofMillis(1));
      Await.until("sooner than the one before it", () -> rounds.get() == 2);
    }
    assertThat(rounds).as("not for those that shared it").hasValue(2);
  }

  @Test
  void waking_during_a_round_is_not_lost_and_twice_is_once() throws InterruptedException {
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Loop.Round round =
        () -> {
          rounds.incrementAndGet();
          underWay.countDown();
          goOn.await();
        };
    try (Loop loop = woken(round)) {
      underWay.await();
      loop.wake();
      loop.wake();
      goOn.countDown();
      Await.until("it ran again", () -> rounds.get() == 2);
    }
    assertThat(rounds).hasValue(2);
  }

  @Test
  void every_question_is_answered_by_a_round_that_began_after_it() {
    AtomicInteger question = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    Loop.Round round =
        () -> {
          rounds.incrementAndGet();
          answered.set(question.get());
        };
    try (Loop loop =
        new Loop("test", () -> Loop.UNTIL_WOKEN, Duration.ofMillis(1), round).start()) {
      for (int i = 1; i <= 10_000; i++) {
        question.set(i);
        loop.wake();
      }
      Await.until("the last question is answered", () -> answered.get() == 10_000);
      assertThat(rounds.get()).isBetween(1, 10_000);
    }
  }

  @Test
  void woken_rounds_are_a_breath_apart_and_closing_does_not_wait_for_it() {
    Duration breath = Duration.ofHours(1);
    try (Loop loop =
        new Loop("test", () -> Loop.UNTIL_WOKEN, breath, rounds::incrementAndGet).start()) {
      loop.wake();
      loop.wakeAfter(Duration.ZERO); // a time does not wait for it either
      Await.until("it ran", () -> rounds.get() == 1);
      loop.wake();
    }
    assertThat(rounds).hasValue(1);
  }

  @Test
  void database_that_is_away_is_one_line_and_the_next_round_comes() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Loop.Round round =
        () -> {
          if (rounds.incrementAndGet() == 1) {
            throw new IllegalStateException(new SQLException("connection refused", "08001"));
          }
        };
    OutageLog outages = new OutageLog("the database of this test", System::nanoTime);
    try (LoggedBy log = new LoggedBy(Loop.class);
        LoggedBy outage = new LoggedBy(OutageLog.class);
        Loop loop =
            new Loop("test", () -> Duration.ofMillis(5), Duration.ZERO, round, outages)
                .meter(registry)
                .start()) {
      Await.until("it ran again", () -> rounds.get() > 1);
      assertThat(loop.isClosing()).isFalse();
      assertThat(log.lines()).isEmpty();
      assertThat(outage.lines())
          .filteredOn(line -> line.contains("of this test") && !line.contains("is back"))
          .containsExactly("WARNING the database of this test is away: connection refused (test)");
    }
    assertThat(registry.get("paylink.loop.failures").tag("loop", "test").functionCounter().count())
        .isEqualTo(1);
  }

  @Test
  void failure_of_any_kind_does_not_stop_it_also_the_last_round() {
    logger.setLevel(Level.OFF);
    Loop.Round round =
        () -> {
          switch (rounds.incrementAndGet() % 4) {
            case 0 -> throw new IllegalStateException("fails");
            case 1 -> throw new AssertionError("fails worse");
            case 2 -> throw new SQLException("fails, checked");
            default -> {}
          }
        };
    Loop loop = new Loop("test", Duration.ofMillis(1), round).start();
    Await.until("it has gone on", () -> rounds.get() > 4);
    loop.finish();
  }

  @Test
  void pause_grows_with_the_failures_in_a_row_although_it_is_woken() {
    logger.setLevel(Level.OFF);
    Loop.Round round =
        () -> {
          rounds.incrementAndGet();
          throw new IllegalStateException("fails");
        };
    long start = System.nanoTime();
    try (Loop loop = woken(round)) {
      Await.until(
          "it has failed four times",
          () -> {
            loop.wake();
            return rounds.get() >= 4;
          });
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("three quarters of 250, 500 and 1000 ms at least")
          .isGreaterThan(Duration.ofMillis(1_312));
    }
  }

  @Test
  void round_that_waits_learns_of_the_close_at_once() throws InterruptedException {
    AtomicBoolean closes = new AtomicBoolean();
    Loop[] self = new Loop[1];
    CountDownLatch waits = new CountDownLatch(1);
    self[0] =
        new Loop(
            "test",
            Loop.UNTIL_WOKEN,
            () -> {
              assertThat(self[0].closesWithin(Duration.ZERO)).isFalse();
              waits.countDown();
              closes.set(self[0].closesWithin(Duration.ofHours(1)));
            });
    self[0].start().wake();
    waits.await();
    self[0].close();
    assertThat(closes).isTrue();
  }

  @Test
  void round_that_takes_too_long_is_interrupted() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Loop.Round round =
        () -> {
          try {
            hangs.countDown();
            new CountDownLatch(1).await();
          } finally {
            interrupted.countDown();
          }
        };
    Loop loop = woken(round);
    hangs.await();
    loop.close(Duration.ofMillis(1));
    interrupted.await();
  }

  private static Loop woken(Loop.Round round) {
    Loop loop = new Loop("test", Loop.UNTIL_WOKEN, round).start();
    loop.wake();
    return loop;
  }
}
