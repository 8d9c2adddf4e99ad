package dev.paylink.platform.queue;

import dev.paylink.platform.db.Outage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task again and again, with a pause after each run, on its own thread; or only when asked.
 * A run that fails is logged and the next one follows all the same; closing runs it a last time.
 */
public final class Repeating implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Repeating.class.getName());

  private final String name;
  private final Runnable task;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final @Nullable Semaphore asked; // null: it runs without being asked
  private final Thread thread;

  public Repeating(String name, Duration pause, Runnable task) {
    this(name, pause, task, null);
  }

  private Repeating(String name, Duration pause, Runnable task, @Nullable Semaphore asked) {
    this.name = name;
    this.task = task;
    this.asked = asked;
    this.thread = Thread.ofPlatform().name(name).daemon().start(() -> loop(pause));
  }

  /** Returns one that runs the task a pause after it was asked to, and not otherwise. */
  public static Repeating whenAsked(String name, Duration pause, Runnable task) {
    return new Repeating(name, pause, task, new Semaphore(0));
  }

  /** Asks for a run. Never blocks. */
  public void ask() {
    if (asked != null && asked.availablePermits() == 0) {
      asked.release();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    ask();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop(Duration pause) {
    try {
      awaitQuestion();
      while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        if (asked != null) {
          asked.drainPermits(); // the run covers the questions so far
        }
        runOnce();
        awaitQuestion();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    runOnce();
  }

  private void awaitQuestion() throws InterruptedException {
    if (asked != null) {
      asked.acquire();
    }
  }

  private void runOnce() {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      if (Outage.isBehind(e)) {
        LOG.log(Level.WARNING, name + " is waiting for the database: " + Outage.reason(e));
      } else {
        LOG.log(Level.WARNING, name + " failed; it will be retried", e);
      }
    }
  }
}
