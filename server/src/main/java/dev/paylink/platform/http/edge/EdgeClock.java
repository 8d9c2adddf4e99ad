package dev.paylink.platform.http.edge;

import java.util.function.LongSupplier;

/**
 * The time, as exactly as deadlines need it, and the limits in its unit. Reading it costs one field
 * access: the {@link Edge} advances it with each tick.
 *
 * <p>It never jumps. If the process stands still for longer than a tick, that time counts for
 * nobody: a peer whose deadline was set meanwhile, by the time of before, still has all of it.
 */
final class EdgeClock {
  private static final long MIN_TICK_NANOS = 5_000_000;
  private static final long MAX_TICK_NANOS = 250_000_000;
  private static final int TICKS_PER_LIMIT = 10;
  private static final int MAX_TICKS_AT_ONCE = 2;

  final long headNanos;
  final long bodyNanos;
  final long idleNanos;
  final long responseNanos;

  /** The time to the first byte of a connection, including a TLS handshake, so it is short. */
  final long firstByteNanos;

  private final LongSupplier machine;
  private long movedAt;
  private volatile long nowNanos;

  EdgeClock(EdgeLimits limits, boolean tls, LongSupplier machine) {
    this.machine = machine;
    this.movedAt = machine.getAsLong();
    this.headNanos = limits.head().toNanos();
    this.bodyNanos = limits.body().toNanos();
    this.idleNanos = limits.idle().toNanos();
    this.responseNanos = limits.response().toNanos();
    this.firstByteNanos = tls ? Math.min(headNanos, idleNanos) : idleNanos;
  }

  long now() {
    return nowNanos;
  }

  /** Advances the time and returns it; only one thread may do so. */
  long move() {
    long at = machine.getAsLong();
    long now = nowNanos + Math.min(at - movedAt, MAX_TICKS_AT_ONCE * tickNanos());
    movedAt = at;
    nowNanos = now;
    return now;
  }

  long tickNanos() {
    long shortest = Math.min(Math.min(headNanos, bodyNanos), Math.min(idleNanos, responseNanos));
    return Math.clamp(shortest / TICKS_PER_LIMIT, MIN_TICK_NANOS, MAX_TICK_NANOS);
  }
}
