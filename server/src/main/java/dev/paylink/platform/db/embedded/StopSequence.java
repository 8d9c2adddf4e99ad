package dev.paylink.platform.db.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Stops a PostgreSQL process within a bounded time, in PostgreSQL's own order: fast (everything
 * flushed), immediate (recovery at the next start), kill. None of them loses a commit.
 */
record StopSequence(List<Step> steps) {
  /** For a whole server: roll back open transactions, write a checkpoint, exit. */
  static final StopSequence SERVER =
      new StopSequence(
          List.of(
              new Step("INT", Duration.ofSeconds(10)),
              new Step("QUIT", Duration.ofSeconds(5)),
              new Step("KILL", Duration.ofSeconds(5))));

  /** For a backend whose server is gone: it notices by itself, unless busy in a long statement. */
  static final StopSequence BACKEND =
      new StopSequence(
          List.of(
              new Step("0", Duration.ofSeconds(2)),
              new Step("QUIT", Duration.ofSeconds(3)),
              new Step("KILL", Duration.ofSeconds(5))));

  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
  private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

  /** One signal (0 sends none) and how long to wait for its effect. */
  record Step(String signal, Duration patience) {}

  /**
   * Stops the process; returns whether it is gone.
   *
   * @param stillThere checked before every signal, so that a reused pid is never signalled
   */
  boolean stop(long pid, BooleanSupplier stillThere) {
    for (Step step : steps) {
      if (!stillThere.getAsBoolean()) {
        return true;
      }
      // The shell's built-in kill: small images lack the program of that name.
      Command.run(
          Path.of("/"), KILL_LIMIT, List.of("sh", "-c", "kill -s " + step.signal + " " + pid));
      if (awaitGone(stillThere, step.patience)) {
        return true;
      }
    }
    return false;
  }

  private static boolean awaitGone(BooleanSupplier stillThere, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (stillThere.getAsBoolean()) {
      if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }
}
