package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.LoggedBy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class RepeatingTest {
  private final Logger logger = Logger.getLogger(Repeating.class.getName());
  private final AtomicInteger runs = new AtomicInteger();

  @BeforeEach
  void keepTheFailuresOfThisTestOutOfTheConsole() {
    logger.setLevel(Level.OFF);
  }

  @AfterEach
  void logAgain() {
    logger.setLevel(null);
  }

  @Test
  void a_failure_of_any_kind_does_not_stop_it() throws InterruptedException {
    CountDownLatch fifthRun = new CountDownLatch(5);
    Repeating repeating =
        new Repeating(
            "test",
            Duration.ofMillis(1),
            () -> {
              fifthRun.countDown();
              switch (runs.incrementAndGet() % 3) {
                case 0 -> throw new IllegalStateException("fails");
                case 1 -> throw new AssertionError("fails worse");
                default -> {}
              }
            });
    fifthRun.await();
    repeating.close();
    assertThat(runs.get()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void a_database_that_is_away_is_one_line_without_a_stack_trace() {
    logger.setLevel(null);
    try (LoggedBy logged = new LoggedBy(Repeating.class)) {
      new Repeating(
              "sweep",
              Duration.ofHours(1),
              () -> {
                throw new IllegalStateException(
                    new SQLException("FATAL: the database system is shutting down", "57P03"));
              })
          .close();
      assertThat(logged.lines())
          .containsExactly(
              "WARNING sweep is waiting for the database: FATAL: the database system is shutting"
                  + " down");
    }
  }

  @Test
  void one_that_waits_for_questions_runs_after_each_and_never_on_its_own() {
    AtomicInteger question = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    try (Repeating repeating =
        Repeating.whenAsked(
            "test",
            Duration.ofMillis(1),
            () -> {
              runs.incrementAndGet();
              answered.set(question.get());
            })) {
      for (int i = 1; i <= 100; i++) {
        question.set(i);
        repeating.ask();
        repeating.ask();
      }
      Await.until("the last question is answered", () -> answered.get() == 100);
      assertThat(runs.get()).isBetween(1, 200);
      int before = runs.get();
      question.set(101);
      repeating.ask();
      Await.until("another", () -> answered.get() == 101);
      assertThat(runs.get()).isBetween(before + 1, before + 2);
    }
    assertThat(answered).as("closing runs it a last time").hasValue(101);
  }

  @Test
  void closing_runs_it_a_last_time_without_waiting_for_the_pause() {
    Repeating repeating = new Repeating("test", Duration.ofHours(1), runs::incrementAndGet);
    assertThat(runs).hasValue(0);
    repeating.close();
    assertThat(runs).hasValue(1);
    repeating.close();
    assertThat(runs).hasValue(1);
  }

  @Test
  void runs_never_overlap_and_end_with_the_close() throws InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    CountDownLatch manyRuns = new CountDownLatch(50);
    Repeating repeating =
        new Repeating(
            "test",
            Duration.ZERO,
            () -> {
              overlaps.addAndGet(inside.getAndIncrement());
              runs.incrementAndGet();
              inside.decrementAndGet();
              manyRuns.countDown();
            });
    manyRuns.await();
    repeating.close();
    assertThat(overlaps).hasValue(0);
    assertThat(inside).hasValue(0);
    assertThat(runs.get()).isGreaterThanOrEqualTo(50);
  }
}
