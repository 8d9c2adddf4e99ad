package dev.paylink.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this machine let everybody wait since this was made: a thread that only looks at the
 * clock tells how late it was each time. A test that judges how long something takes leaves that
 * out, since nobody got anything done in it.
 */
public final class Standstill implements AutoCloseable {
  private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

  /** Later than that is no usual delay of a timer. */
  private static final long LATE_NANOS = Duration.ofMillis(20).toNanos();

  private final long start = System.nanoTime();
  private long lostNanos;
  private long lookedAtNanos = start;
  private volatile boolean closed;

  public Standstill() {
    Thread.ofPlatform().daemon().name("standstill").start(this::watch);
  }

  /** Returns how long something took that began when this was made, without what was lost. */
  public Duration took() {
    return without(Duration.ofNanos(System.nanoTime() - start));
  }

  /** Returns what is left of a time since this was made, without all that was lost meanwhile. */
  public Duration without(Duration time) {
    Duration left = time.minus(lost());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns all that was lost so far. */
  public synchronized Duration lost() {
    look();
    return Duration.ofNanos(lostNanos);
  }

  @Override
  public void close() {
    closed = true;
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(LOOK_NANOS);
      lookAgain();
    }
  }

  private synchronized void lookAgain() {
    look();
  }

  private void look() {
    long now = System.nanoTime();
    long passed = now - lookedAtNanos;
    if (passed > LATE_NANOS) {
      lostNanos += passed - LOOK_NANOS;
    }
    lookedAtNanos = now;
  }
}
