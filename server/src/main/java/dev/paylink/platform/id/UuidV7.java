package dev.paylink.platform.id;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDv7s: 48 bits of milliseconds, then 74 random bits, so that ids sort by time and an
 * index over them grows at its right edge.
 */
public final class UuidV7 {
  private static final SecureRandom SECURE = new SecureRandom();

  private UuidV7() {}

  /** An id whose random part nobody can predict. */
  public static UUID at(Instant time) {
    return of(time.toEpochMilli(), SECURE);
  }

  /** For ids that name something but open nothing, such as request ids. */
  public static UUID of(long epochMillis, RandomGenerator random) {
    long high = (epochMillis << 16) | 0x7000L | (random.nextLong() & 0xFFFL);
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** The smallest id of that millisecond, for range scans by time. */
  public static UUID floor(Instant time) {
    return new UUID((time.toEpochMilli() << 16) | 0x7000L, 0x8000_0000_0000_0000L);
  }
}
