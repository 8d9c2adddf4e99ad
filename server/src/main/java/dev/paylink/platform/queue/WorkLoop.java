package dev.paylink.platform.queue;

import dev.paylink.platform.db.Outage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Looks for work on one thread of its own: at once when told that there may be some, and every so
 * often without being told, which finds retries, leases that ran out, and what other nodes left.
 *
 * <ul>
 *   <li>Looks never overlap. A hint during a look leads to another one after it.
 *   <li>A look that fails is logged and followed by a pause, then by the next.
 *   <li>Under load a breath is taken after a look that found something, so that more work shares
 *       the next one.
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

  /** One look for work; true when it found some. */
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

  /** Call once whatever the look needs is there. */
  public void start() {
    thread.start();
  }

  /** There may be work. Never blocks. */
  public void wake() {
    hints.offer(HINT);
  }

  /** A look that takes several rounds asks this between them. */
  public boolean isClosing() {
    return closing;
  }

  /** Returns when the look under way has ended; there is none after it. */
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
          hints.clear(); // what it told of is found by the look below
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
