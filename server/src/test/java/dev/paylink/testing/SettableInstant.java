package dev.paylink.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is told to go on. */
public final class SettableInstant implements InstantSource {
  private volatile Instant now;

  public SettableInstant(Instant now) {
    this.now = now;
  }

  public synchronized void forward(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
