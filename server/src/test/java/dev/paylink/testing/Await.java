package dev.paylink.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

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

  /** Asks again until the answer is as it should be; returns that one. */
  public static <T> T value(String what, Callable<T> ask, Predicate<T> good) {
    List<T> answer = new ArrayList<>();
    until(
        what,
        () -> {
          T now = ask.call();
          return good.test(now) && answer.add(now);
        });
    return answer.getFirst();
  }

  private static boolean holds(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (Exception e) {
      return false;
    }
  }
}
