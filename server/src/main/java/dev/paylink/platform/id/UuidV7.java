package dev.paylink.platform.id;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes UUIDv7s: 48 bits of milliseconds, then 74 random bits, so that ids sort by time and an
 * index over them grows at its right edge. Ids name things and grant nothing: values that must not
 * be guessed are tokens made elsewhere, so a fast generator is enough here.
 */
public final class UuidV7 {
  /** Sorts before every id. */
  public static final UUID FIRST = new UUID(0, 0);

  /** Sorts after every id. */
  public static final UUID LAST = new UUID(-1, -1);

  private static final int TELLING_BITS = 12;

  private UuidV7() {}

  public static UUID at(Instant time) {
    return at(time.toEpochMilli());
  }

  public static UUID at(long epochMillis) {
    return at(epochMillis, ThreadLocalRandom.current().nextInt(1 << TELLING_BITS));
  }

  /** Returns an id whose bits after the time are these twelve; the last 62 are random. */
  public static UUID at(long epochMillis, int bits) {
    long high = (epochMillis << 16) | 0x7000L | bits;
    long low =
        (ThreadLocalRandom.current().nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** Returns the twelve bits after the time. */
  public static int bits(UUID id) {
    return (int) id.getMostSignificantBits() & (1 << TELLING_BITS) - 1;
  }

  /** Returns the smallest id of that millisecond, for range scans by time. */
  public static UUID floor(Instant time) {
    return new UUID((time.toEpochMilli() << 16) | 0x7000L, 0x8000_0000_0000_0000L);
  }

  /** Returns when an id was made, in milliseconds. */
  public static long millis(UUID id) {
    return id.getMostSignificantBits() >>> 16;
  }

  /** Returns the next larger id. */
  public static UUID after(UUID id) {
    long low = id.getLeastSignificantBits() + 1;
    return new UUID(id.getMostSignificantBits() + (low == 0 ? 1 : 0), low);
  }

  public static UUID later(UUID one, UUID other) {
    return isBefore(one, other) ? other : one;
  }

  public static UUID earlier(UUID one, UUID other) {
    return isBefore(one, other) ? one : other;
  }

  /** Compares as PostgreSQL does, byte by byte; {@code UUID.compareTo} takes bits for a sign. */
  private static boolean isBefore(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high < 0
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits()) < 0;
  }
}
