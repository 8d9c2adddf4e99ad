package dev.paylink.platform.queue;

import dev.paylink.platform.Unavailable;
import dev.paylink.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Work that stops at a gate, so that a test can arrange the queue behind it. */
final class Gate implements AutoCloseable {
  static final String GATE = "gate";

  private final Logger logger = Logger.getLogger(Batcher.class.getName());
  private final Queue<List<String>> batches = new ConcurrentLinkedQueue<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);
  private final CountDownLatch free = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  Gate() {
    logger.setLevel(Level.OFF); // the failures of these tests are wanted
  }

  /** What the work was given, in order. */
  Queue<List<String>> batches() {
    return batches;
  }

  ExecutorService callers() {
    return callers;
  }

  void open() {
    open.countDown();
  }

  /** Ends the work on "stuck alone". */
  void free() {
    free.countDown();
  }

  @Override
  public void close() {
    open();
    free();
    callers.close();
    logger.setLevel(null);
  }

  /** A batcher whose worker stands at the gate. */
  Batcher<String, String> gated(int capacity, int maxBatch, Duration patience)
      throws InterruptedException {
    return atTheGate(batcher(capacity, maxBatch, patience));
  }

  /** The same, with a lane for each first letter. */
  Batcher<String, String> gatedFairly(int capacity, int maxBatch, Duration patience)
      throws InterruptedException {
    return atTheGate(
        new Batcher<>(
            "test",
            capacity,
            maxBatch,
            patience,
            Duration.ZERO,
            new Batcher.Fairness<>(question -> question.charAt(0), Duration.ofHours(1)),
            this::work));
  }

  private Batcher<String, String> atTheGate(Batcher<String, String> batcher)
      throws InterruptedException {
    callers.execute(
        () -> {
          do { // until it is taken: on a busy machine its patience may end before
            thrownBy(() -> batcher.ask(GATE));
          } while (reached.getCount() > 0);
        });
    reached.await();
    return batcher;
  }

  Batcher<String, String> batcher(int capacity, int maxBatch, Duration patience) {
    return new Batcher<>("test", capacity, maxBatch, patience, Duration.ZERO, this::work);
  }

  private List<String> work(List<String> questions) {
    batches.add(List.copyOf(questions));
    if (questions.contains(GATE)) {
      reached.countDown();
      await(open);
    }
    if (questions.equals(List.of("stuck alone"))) {
      await(free);
    }
    if (questions.stream().anyMatch(question -> question.startsWith("outage"))) {
      throw new Unavailable("the database is unreachable", null);
    }
    if (questions.contains("poison")) {
      throw new IllegalStateException("cannot do poison");
    }
    if (questions.contains("error")) {
      throw new AssertionError("cannot do error");
    }
    return questions.stream().map(question -> "answer to " + question).toList();
  }

  List<CompletableFuture<String>> waiting(Batcher<String, String> batcher, int count) {
    return waiting(batcher, count, "q");
  }

  List<CompletableFuture<String>> waiting(Batcher<String, String> batcher, int count, String name) {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(asked(batcher, name + i, i + 1));
    }
    return answers;
  }

  /** Asks on a thread of its own and returns when the question stands in the queue. */
  CompletableFuture<String> asked(Batcher<String, String> batcher, String question, int depth) {
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(() -> batcher.ask(question), callers);
    Await.until(question + " waits", () -> batcher.depth() == depth);
    return answer;
  }

  static Throwable failure(CompletableFuture<String> answer) {
    Throwable thrown = thrownBy(answer::join);
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  static Throwable thrownBy(Supplier<String> call) {
    try {
      return new AssertionError("answered: " + call.get());
    } catch (RuntimeException | Error e) {
      return e;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
