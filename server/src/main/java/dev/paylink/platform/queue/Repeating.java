package dev.paylink.platform.queue;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs a task again and again, with a pause after each run, on its own thread. A run that fails is
 * logged and the next one follows all the same; closing runs it a last time.
 */
public final class Repeating implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Repeating.class.getName());

  private final String name;
  private final Runnable task;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  public Repeating(String name, Duration pause, Runnable task) {
    this.name = name;
    this.task = task;
    this.thread = Thread.ofPlatform().name(name).daemon().start(() -> loop(pause));
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop(Duration pause) {
    try {
      while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        runOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    runOnce();
  }

  private void runOnce() {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, name + " failed; it will be retried", e);
    }
  }
}
