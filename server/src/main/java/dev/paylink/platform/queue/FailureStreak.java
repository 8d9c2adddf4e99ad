package dev.paylink.platform.queue;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells work that has stopped getting done from work that fails now and then. Failures with no
 * success between them are a streak; a success ends it. So does time without any attempt: a node
 * that gets no work any more because it failed is given another chance.
 */
public final class FailureStreak {
  /** How long a streak counts after its last failure. */
  static final Duration REMEMBERED = Duration.ofSeconds(5);

  /** A failure this soon after the last one continues the streak, instead of starting anew. */
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

  /** Adds a failure of work that was asked for at that time of the clock. */
  synchronized void failed(long askedAtNanos, String reason) {
    long now = nanoClock.getAsLong();
    Failures before = failures;
    long since =
        before != null && now - before.last <= CONTINUED.toNanos() ? before.since : askedAtNanos;
    Long success = succeededAt;
    if (success != null && since - success < 0) {
      since = success; // it was asked before others were answered
    }
    failures = new Failures(since, now, reason);
  }

  /** Returns for how long there have been only failures; zero when they are too long ago. */
  public synchronized Duration length() {
    Failures streak = failures;
    return streak == null || nanoClock.getAsLong() - streak.last > REMEMBERED.toNanos()
        ? Duration.ZERO
        : Duration.ofNanos(streak.last - streak.since);
  }

  /** Returns why the last one failed; empty when it did not. */
  public synchronized String reason() {
    return failures == null ? "" : failures.reason;
  }

  /** True when the newest result is a success and no older than that. */
  public synchronized boolean succeededWithin(Duration age) {
    return failures == null
        && succeededAt != null
        && nanoClock.getAsLong() - succeededAt <= age.toNanos();
  }
}
