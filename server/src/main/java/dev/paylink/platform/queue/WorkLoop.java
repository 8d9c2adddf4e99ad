package dev.paylink.platform.queue;

import dev.paylink.platform.db.Outage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks for work on its own thread: at once when told that there may be some, at the times it was
 * told of, and periodically without being told, which finds expired leases and work left by other
 * nodes.
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

  /** Times are rounded up to this, so that many share a look. */
  private static final long GRAIN_NANOS = Duration.ofMillis(50).toNanos();

  /** Times that are kept; the periodic look finds what belongs to others. */
  private static final int MAX_TIMES = 1_000;

  private final String name;
  private final Duration lookAgain;
  private final Duration breath;
  private final Look look;
  private final Thread thread;
  private final long startNanos = System.nanoTime();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final TreeSet<Long> times = new TreeSet<>(); // in nanoseconds since the start
  private boolean hinted;
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

  /** Tells that there may be work. */
  public void wake() {
    lock.lock();
    try {
      hinted = true;
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Tells that there may be work in so much time. */
  public void wakeAfter(Duration time) {
    long at = Math.ceilDiv(nanos() + time.toNanos(), GRAIN_NANOS) * GRAIN_NANOS;
    lock.lock();
    try {
      if (times.size() < MAX_TIMES && times.add(at) && times.first() == at) {
        news.signal();
      }
    } finally {
      lock.unlock();
    }
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
        if (awaitNews()) {
          TimeUnit.NANOSECONDS.sleep(breath.toNanos() - (System.nanoTime() - foundAtNanos));
        }
        forgetNews();
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

  /** Waits for a hint or a time; returns true if a hint came. */
  private boolean awaitNews() throws InterruptedException {
    lock.lock();
    try {
      long end = nanos() + lookAgain.toNanos();
      while (!hinted) {
        long next = times.isEmpty() ? end : Math.min(end, times.first());
        long left = next - nanos();
        if (left <= 0) {
          return false;
        }
        news.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Forgets hints and times so far: the look that follows covers them. */
  private void forgetNews() {
    lock.lock();
    try {
      hinted = false;
      times.headSet(nanos(), true).clear();
    } finally {
      lock.unlock();
    }
  }

  private long nanos() {
    return System.nanoTime() - startNanos;
  }

  private void pauseAfter(Exception e) {
    if (Outage.isBehind(e)) {
      LOG.log(Level.WARNING, name + " is waiting for the database: " + Outage.reason(e));
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
