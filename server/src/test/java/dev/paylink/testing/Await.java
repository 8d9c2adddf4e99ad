package dev.paylink.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, and fails the test when it has not come true in good time. */
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

  private Await() {}

  /** A condition that throws does not hold yet; an assertion that fails in it ends the wait. */
  public static void until(String what, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean holds(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (Exception e) {
      return false;
    }
  }
}
