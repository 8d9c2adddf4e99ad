package dev.paylink.platform.queue;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells work that has stopped succeeding from work that fails now and then. Failures with no
 * success between them are a streak; a success ends it. Time without any attempt ends it too: a
 * node that gets no more work because it failed is given another chance.
 */
public final class FailureStreak {
  /** How long a streak counts after its last failure. */
  static final Duration REMEMBERED = Duration.ofSeconds(5);

  /** A failure this soon after the last one continues the streak instead of starting a new one. */
  static final Duration CONTINUED = Duration.ofSeconds(60);

  private final LongSupplier nanoClock;
  private @Nullable Long succeededAt;
  private @Nullable Failures failures;

  private record Failures(long since, long last, String reason) {}

  FailureStreak(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  synchronized void succeeded() {
    succeededAt = nanoClock.getAsLong();
    failures = null;
  }

  /** Adds a failure of work that was requested at that time of the clock. */
  synchronized void failed(long askedAtNanos, String reason) {
    long now = nanoClock.getAsLong();
    Failures before = failures;
    long since =
        before != null && now - before.last <= CONTINUED.toNanos() ? before.since : askedAtNanos;
    Long success = succeededAt;
    if (success != null && since - success < 0) {
      since = success; // it was requested before others were answered
    }
    failures = new Failures(since, now, reason);
  }

  /** Returns for how long there have been only failures; zero if they are too long ago. */
  public synchronized Duration length() {
    Failures streak = failures;
    return streak == null || nanoClock.getAsLong() - streak.last > REMEMBERED.toNanos()
        ? Duration.ZERO
        : Duration.ofNanos(streak.last - streak.since);
  }

  /** Returns why the last attempt failed; empty if it did not. */
  public synchronized String reason() {
    return failures == null ? "" : failures.reason;
  }

  /** Returns true if the newest result is a success and no older than that. */
  public synchronized boolean succeededWithin(Duration age) {
    return failures == null
        && succeededAt != null
        && nanoClock.getAsLong() - succeededAt <= age.toNanos();
  }
}
