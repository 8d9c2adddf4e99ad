package dev.paylink.platform.queue;

import dev.paylink.platform.Unavailable;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Repeats work that an outage prevents, for as long as it still makes sense. */
public final class Persistently {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private Persistently() {}

  /**
   * Runs the work until it is no longer {@link Unavailable}; gives up with that failure shortly
   * before the deadline, a {@link System#nanoTime}, or when it should be abandoned.
   */
  public static void run(Runnable work, long deadlineNanos, BooleanSupplier abandoned) {
    while (true) {
      try {
        work.run();
        return;
      } catch (Unavailable e) {
        if (abandoned.getAsBoolean() || deadlineNanos - System.nanoTime() < PAUSE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }
}
