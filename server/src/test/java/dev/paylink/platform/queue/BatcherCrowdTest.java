package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.Unavailable;
import dev.paylink.testing.Seeded;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands of callers at once: nobody is forgotten, doubled or given another's answer. */
@Timeout(600)
final class BatcherCrowdTest {
  private static final int CALLERS = 5_000;
  private static final int MAX_BATCH = 64;
  private static final Duration FOREVER = Duration.ofHours(1);

  private final Logger logger = Logger.getLogger(Batcher.class.getName());
  private final AtomicInteger largestBatch = new AtomicInteger();
  private final AtomicIntegerArray executed = new AtomicIntegerArray(CALLERS);
  private final AtomicIntegerArray answered = new AtomicIntegerArray(CALLERS);
  private final AtomicInteger wrong = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @BeforeEach
  void keepTheFailuresOfThisTestOutOfTheConsole() {
    logger.setLevel(Level.OFF);
  }

  @AfterEach
  void logAgain() {
    logger.setLevel(null);
  }

  @Test
  void every_question_is_executed_once_and_gets_its_own_answer() {
    try (Batcher<Integer, String> batcher = batcher(CALLERS, this::doubled)) {
      crowd(question -> ask(batcher, question));
    }
    assertEachIs(1, executed);
    assertEachIs(1, answered);
    assertThat(wrong).hasValue(0);
    assertThat(largestBatch.get()).isBetween(1, MAX_BATCH);
  }

  @Test
  void lingering_forgets_and_doubles_nobody_either() {
    try (Batcher<Integer, String> batcher =
        batcher(CALLERS, Duration.ofNanos(100_000), this::doubled)) {
      crowd(question -> ask(batcher, question));
    }
    assertEachIs(1, executed);
    assertEachIs(1, answered);
    assertThat(largestBatch.get()).isBetween(1, MAX_BATCH);
  }

  @Test
  void poison_in_the_crowd_fails_nobody_else() {
    Random random = Seeded.random(BatcherCrowdTest.class);
    int every = 2 + random.nextInt(200);
    try (Batcher<Integer, String> batcher =
        batcher(CALLERS, questions -> poisoned(questions, every))) {
      crowd(question -> ask(batcher, question));
    }
    for (int i = 0; i < CALLERS; i++) {
      assertThat(answered.get(i)).as("question %d", i).isEqualTo(i % every == 0 ? 0 : 1);
    }
    assertThat(wrong).hasValue((CALLERS - 1) / every + 1); // each poison heard its own failure
    assertThat(largestBatch.get()).isLessThanOrEqualTo(MAX_BATCH);
  }

  @Test
  void a_small_queue_refuses_some_and_executes_exactly_the_others() {
    try (Batcher<Integer, String> batcher = batcher(16, this::doubled)) {
      crowd(question -> ask(batcher, question));
    }
    int done = 0;
    for (int i = 0; i < CALLERS; i++) {
      assertThat(executed.get(i)).isEqualTo(answered.get(i)).isLessThanOrEqualTo(1);
      done += answered.get(i);
    }
    assertThat(done + refused.get()).isEqualTo(CALLERS);
    assertThat(wrong).hasValue(0);
  }

  @Test
  void closing_in_the_middle_of_the_crowd_leaves_nobody_waiting() {
    for (int round = 0; round < 20; round++) {
      Batcher<Integer, String> batcher = batcher(CALLERS, this::doubled);
      int closer = 100 * round;
      crowd(
          200,
          question -> {
            if (question == closer % 200) {
              batcher.close();
            }
            ask(batcher, question);
          });
    }
    assertThat(wrong).hasValue(0);
    for (int i = 0; i < 200; i++) {
      assertThat(executed.get(i)).isEqualTo(answered.get(i));
    }
  }

  private static Batcher<Integer, String> batcher(int capacity, Work work) {
    return batcher(capacity, Duration.ZERO, work);
  }

  private static Batcher<Integer, String> batcher(int capacity, Duration linger, Work work) {
    return new Batcher<>("crowd", capacity, MAX_BATCH, FOREVER, linger, work::answer);
  }

  /** What the worker does with a batch. */
  private interface Work {
    List<String> answer(List<Integer> questions);
  }

  private List<String> doubled(List<Integer> questions) {
    largestBatch.accumulateAndGet(questions.size(), Math::max);
    questions.forEach(executed::incrementAndGet);
    return questions.stream().map(question -> "answer to " + question).toList();
  }

  private List<String> poisoned(List<Integer> questions, int every) {
    for (int question : questions) {
      if (question % every == 0) {
        throw new IllegalStateException("poison " + question);
      }
    }
    return doubled(questions);
  }

  private void ask(Batcher<Integer, String> batcher, int question) {
    try {
      if (batcher.ask(question).equals("answer to " + question)) {
        answered.incrementAndGet(question);
      } else {
        wrong.incrementAndGet();
      }
    } catch (Unavailable e) {
      refused.incrementAndGet();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("poison " + question);
      wrong.incrementAndGet();
    }
  }

  private static void crowd(IntConsumer caller) {
    crowd(CALLERS, caller);
  }

  private static void crowd(int callers, IntConsumer caller) {
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        int number = i;
        threads.execute(
            () -> {
              try {
                go.await();
                caller.accept(number);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
      }
      go.countDown();
    } // waits for all of them
  }

  private static void assertEachIs(int expected, AtomicIntegerArray counts) {
    for (int i = 0; i < counts.length(); i++) {
      assertThat(counts.get(i)).as("question %d", i).isEqualTo(expected);
    }
  }
}
