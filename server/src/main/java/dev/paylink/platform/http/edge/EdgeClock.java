package dev.paylink.platform.http.edge;

/**
 * The time, as exactly as deadlines need it, and the limits in its unit. Reading it costs one field
 * access: the {@link Edge} advances it with each tick.
 */
final class EdgeClock {
  private static final long MIN_TICK_NANOS = 5_000_000;
  private static final long MAX_TICK_NANOS = 250_000_000;
  private static final int TICKS_PER_LIMIT = 10;

  final long headNanos;
  final long bodyNanos;
  final long idleNanos;
  final long responseNanos;

  /** The time to the first byte of a connection, including a TLS handshake, so it is short. */
  final long firstByteNanos;

  private final long start = System.nanoTime();
  private volatile long nowNanos;

  EdgeClock(EdgeLimits limits, boolean tls) {
    this.headNanos = limits.head().toNanos();
    this.bodyNanos = limits.body().toNanos();
    this.idleNanos = limits.idle().toNanos();
    this.responseNanos = limits.response().toNanos();
    this.firstByteNanos = tls ? Math.min(headNanos, idleNanos) : idleNanos;
  }

  long now() {
    return nowNanos;
  }

  long move() {
    long now = System.nanoTime() - start;
    nowNanos = now;
    return now;
  }

  long tickNanos() {
    long shortest = Math.min(Math.min(headNanos, bodyNanos), Math.min(idleNanos, responseNanos));
    return Math.clamp(shortest / TICKS_PER_LIMIT, MIN_TICK_NANOS, MAX_TICK_NANOS);
  }
}
