package dev.paylink.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/** A clock that stands still until it is told to go on. */
public final class SettableClock implements TimeMeter {
  private volatile long nanos = Duration.ofDays(1).toNanos();

  public synchronized void forward(Duration duration) {
    nanos += duration.toNanos();
  }

  @Override
  public long currentTimeNanos() {
    return nanos;
  }

  @Override
  public boolean isWallClockBased() {
    return false;
  }
}
