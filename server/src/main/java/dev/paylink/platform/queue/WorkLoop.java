package dev.paylink.platform.queue;

import dev.paylink.platform.db.Outage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Looks for work on its own thread: at once when told that there may be some, and periodically
 * without being told, which finds retries, expired leases, and work left by other nodes.
 *
 * <ul>
 *   <li>Looks never overlap. A hint during a look leads to another one after it.
 *   <li>A look that fails is logged and followed by a pause, then by the next.
 *   <li>Under load, a short pause follows a look that found something, so that more work shares the
 *       next one.
 * </ul>
 */
public final class WorkLoop implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkLoop.class.getName());
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Object HINT = new Object();

  private final String name;
  private final Duration lookAgain;
  private final Duration breath;
  private final Look look;
  private final ArrayBlockingQueue<Object> hints = new ArrayBlockingQueue<>(1);
  private final Thread thread;
  private long foundAtNanos = System.nanoTime();
  private volatile boolean closing;

  /** One look for work; returns true if it found some. */
  @FunctionalInterface
  public interface Look {
    boolean once() throws Exception;
  }

  public WorkLoop(String name, Duration lookAgain, Duration breath, Look look) {
    this.name = name;
    this.lookAgain = lookAgain;
    this.breath = breath;
    this.look = look;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  /** Starts looking; call it once everything the look needs is ready. */
  public void start() {
    thread.start();
  }

  /** Tells that there may be work. Never blocks. */
  public void wake() {
    hints.offer(HINT);
  }

  /** Returns whether the loop is closing; a look with several rounds asks between them. */
  public boolean isClosing() {
    return closing;
  }

  /** Closes the loop; returns when the look under way has ended. No look follows. */
  @Override
  public void close() {
    closing = true;
    wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closing) {
      try {
        if (hints.poll(lookAgain.toNanos(), TimeUnit.NANOSECONDS) != null) {
          TimeUnit.NANOSECONDS.sleep(breath.toNanos() - (System.nanoTime() - foundAtNanos));
          hints.clear(); // the look below covers all hints so far
        }
        if (!closing && look.once()) {
          foundAtNanos = System.nanoTime();
        }
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        pauseAfter(e);
      }
    }
  }

  private void pauseAfter(Exception e) {
    if (Outage.isBehind(e)) {
      LOG.log(Level.WARNING, "{0} is waiting for the database: {1}", name, e.getMessage());
    } else {
      LOG.log(Level.ERROR, name + " failed; it will be retried", e);
    }
    try {
      TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_FAILURE.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
