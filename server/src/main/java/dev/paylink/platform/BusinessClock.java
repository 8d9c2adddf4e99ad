package dev.paylink.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time by which payments expire, webhooks are retried and a simulated chain makes its blocks.
 * It is real time, except in a sandbox that was moved ahead. It never goes back. Signatures,
 * sessions, proofs, rate limits and logs never ask it.
 */
public final class BusinessClock implements InstantSource {
  private final AtomicLong aheadSeconds = new AtomicLong();
  private final List<Runnable> onMove = new CopyOnWriteArrayList<>();

  @Override
  public Instant instant() {
    return at(Instant.now());
  }

  /** Returns what this clock shows at that real time. */
  public Instant at(Instant real) {
    return real.plusSeconds(aheadSeconds.get());
  }

  /** Returns how far this clock is ahead of real time. */
  public Duration ahead() {
    return Duration.ofSeconds(aheadSeconds.get());
  }

  /** Moves this clock; one that is further ahead stays there. */
  public void moveAhead(Duration ofRealTime) {
    long ahead = ofRealTime.toSeconds();
    if (aheadSeconds.getAndAccumulate(ahead, Math::max) < ahead) {
      onMove.forEach(Runnable::run);
    }
  }

  /** Has that called whenever this clock was moved, when much may be due at once. */
  public void onMove(Runnable moved) {
    onMove.add(moved);
  }
}
