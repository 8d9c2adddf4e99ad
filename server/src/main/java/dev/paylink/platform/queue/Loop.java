package dev.paylink.platform.queue;

import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Runs a round again and again on a thread of its own: when the pause after the last one is over,
 * at once when it is woken, and at the times it was given.
 *
 * <ul>
 *   <li>Rounds never overlap. Being woken during a round leads to another one after it.
 *   <li>A round that fails, in whatever way, is logged and counted. The next one waits the longer
 *       the more have failed in a row, and not exactly as long on each node.
 *   <li>A woken round begins no sooner after the last one than a breath, so that more work shares
 *       it.
 *   <li>Closing returns when the round under way has ended. No other follows.
 * </ul>
 */
public final class Loop implements AutoCloseable {
  /** The pause of a loop that runs only when it is woken. */
  public static final Duration UNTIL_WOKEN = Duration.ofDays(10_000);

  private static final Logger LOG = System.getLogger(Loop.class.getName());
  private static final Duration FIRST_BACKOFF = Duration.ofMillis(250);
  private static final int MAX_DOUBLINGS = 3;

  /** Times are rounded up to this, so that many share a round. */
  private static final long GRAIN_NANOS = Duration.ofMillis(50).toNanos();

  /** Times that are kept; a round after the pause finds what belongs to others. */
  private static final int MAX_TIMES = 1_000;

  private final OutageLog outages;
  private final String name;
  private final Supplier<Duration> pause;
  private final long breathNanos;
  private final Round round;
  private final Thread thread;
  private final long startNanos = System.nanoTime();
  private final AtomicLong failures = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final TreeSet<Long> times = new TreeSet<>(); // in nanoseconds since the start
  private volatile boolean woken;
  private volatile boolean closing;

  /** What is done again and again. */
  @FunctionalInterface
  public interface Round {
    void run() throws Exception;
  }

  public Loop(String name, Duration pause, Round round) {
    this(name, () -> pause, Duration.ZERO, round);
  }

  public Loop(String name, Supplier<Duration> pause, Duration breath, Round round) {
    this(name, pause, breath, round, OutageLog.DATABASE);
  }

  Loop(String name, Supplier<Duration> pause, Duration breath, Round round, OutageLog outages) {
    this.outages = outages;
    this.name = name;
    this.pause = pause;
    this.breathNanos = breath.toNanos();
    this.round = round;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  /** Begins with the pause; call it when everything that the round needs is there. */
  public Loop start() {
    thread.start();
    return this;
  }

  /** Has a round run at once. Never blocks for long. */
  public void wake() {
    if (woken) {
      return; // the round that follows covers this one, too
    }
    lock.lock();
    try {
      woken = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Has a round run in so much time. */
  public void wakeAfter(Duration time) {
    long at = Math.ceilDiv(nanos() + time.toNanos(), GRAIN_NANOS) * GRAIN_NANOS;
    lock.lock();
    try {
      if (times.size() < MAX_TIMES && times.add(at) && times.first() == at) {
        news.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has a round run within so much time; all calls until then share it. */
  public void wakeWithin(Duration time) {
    long at = nanos() + time.toNanos();
    lock.lock();
    try {
      if (!woken && (times.isEmpty() || times.first() > at)) {
        times.add(at);
        news.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits within a round; returns true, and at once, when the loop is closing. */
  public boolean closesWithin(Duration time) throws InterruptedException {
    lock.lock();
    try {
      long left = time.toNanos();
      while (!closing && left > 0) {
        left = news.awaitNanos(left);
      }
      return closing;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the loop is closing; a round of several steps asks between them. */
  public boolean isClosing() {
    return closing;
  }

  /** Registers a counter of the rounds that failed. */
  public Loop meter(MeterRegistry registry) {
    FunctionCounter.builder("paylink.loop.failures", failures, AtomicLong::get)
        .description("rounds of work in the background that failed, and were tried again")
        .tag("loop", name)
        .register(registry);
    return this;
  }

  /** Has no other round follow; returns at once. */
  public void stop() {
    lock.lock();
    try {
      closing = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    close(UNTIL_WOKEN);
  }

  /** Closes the loop; a round under way that takes longer than this is interrupted. */
  public void close(Duration limit) {
    stop();
    try {
      if (thread.getState() != Thread.State.NEW && !thread.join(limit)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the loop and runs the round a last time, for what has come since. */
  public void finish() {
    close();
    try {
      round.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | Error e) {
      failed(e);
    }
  }

  private void run() {
    int inARow = 0;
    try {
      while (!closing) {
        awaitNews();
        if (closing) {
          return;
        }
        try {
          round.run();
          inARow = 0;
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception | Error e) {
          if (!closing) {
            failed(e);
            closesWithin(backoff(inARow++));
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for news, and forgets them: the round that follows covers those so far. */
  private void awaitNews() throws InterruptedException {
    lock.lock();
    try {
      long rested = nanos();
      long left = 1;
      while (!closing && left > 0) {
        long due = rested + (woken ? breathNanos : pause.get().toNanos());
        left = (times.isEmpty() ? due : Math.min(due, times.first())) - nanos();
        if (left > 0) {
          news.awaitNanos(left);
        }
      }
      woken = false;
      times.headSet(nanos(), true).clear();
    } finally {
      lock.unlock();
    }
  }

  private long nanos() {
    return System.nanoTime() - startNanos;
  }

  private void failed(Throwable e) {
    failures.incrementAndGet();
    if (Outage.isBehind(e)) {
      outages.failed(name, e);
    } else {
      LOG.log(Level.ERROR, name + " failed; it will be retried", e);
    }
  }

  private static Duration backoff(int failedBefore) {
    Duration longest = FIRST_BACKOFF.multipliedBy(1L << Math.min(failedBefore, MAX_DOUBLINGS));
    return longest.multipliedBy(ThreadLocalRandom.current().nextLong(75, 126)).dividedBy(100);
  }
}
