package dev.paylink.platform.db.archive;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tells how far the archive is behind. Every node has it, so that an alert finds it. */
public final class ArchiveMeters {
  private final Counter failures;
  private volatile boolean archives;
  private volatile long waitingSince; // nanoTime; 0 if nothing waits
  private volatile @Nullable Instant lastBase;

  public ArchiveMeters(MeterRegistry registry) {
    this.failures =
        Counter.builder("paylink.archive.failures")
            .description("attempts to archive WAL or a base backup that failed")
            .register(registry);
    Gauge.builder("paylink.archive.age.seconds", this::waitingSeconds)
        .description("how long the oldest WAL has waited; NaN if nothing is archived")
        .register(registry);
    Gauge.builder("paylink.archive.base.age.seconds", this::baseAgeSeconds)
        .description("how old the newest base backup is; NaN if there is none")
        .register(registry);
  }

  /**
   * How far the archive is.
   *
   * @param waiting how long the oldest WAL has waited
   * @param newestBase when the newest base backup began; null if there is none
   */
  public record State(Duration waiting, @Nullable Instant newestBase) {}

  /** Returns how far the archive is; null if nothing is archived here. */
  public @Nullable State state() {
    double seconds = waitingSeconds();
    return Double.isNaN(seconds)
        ? null
        : new State(Duration.ofMillis((long) (seconds * 1e3)), lastBase);
  }

  /** Notes that WAL waits, since now unless some has waited before. */
  void waiting() {
    if (waitingSince == 0) {
      waitingSince = System.nanoTime();
    }
  }

  boolean isWaiting() {
    return waitingSince != 0;
  }

  void nothingWaits() {
    archives = true;
    waitingSince = 0;
  }

  void failed() {
    waiting();
    failures.increment();
  }

  void base(@Nullable Instant newest) {
    lastBase = newest;
  }

  @Nullable Instant base() {
    return lastBase;
  }

  private double waitingSeconds() {
    long since = waitingSince;
    if (since == 0) {
      return archives ? 0 : Double.NaN;
    }
    return (System.nanoTime() - since) / 1e9;
  }

  private double baseAgeSeconds() {
    Instant last = lastBase;
    return last == null ? Double.NaN : Duration.between(last, Instant.now()).toMillis() / 1e3;
  }
}
