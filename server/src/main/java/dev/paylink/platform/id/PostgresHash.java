package dev.paylink.platform.id;

import java.util.UUID;

/**
 * Computes PostgreSQL's own hash of a UUID, {@code uuid_hash}, by which Citus spreads rows over its
 * shards. It is Bob Jenkins' lookup3 as little-endian servers run it.
 */
public final class PostgresHash {
  private static final int SEED = 0x9e3779b9 + 16 + 3_923_095;

  private PostgresHash() {}

  public static int of(UUID id) {
    long high = Long.reverseBytes(id.getMostSignificantBits());
    long low = Long.reverseBytes(id.getLeastSignificantBits());
    int a = SEED + (int) high;
    int b = SEED + (int) (high >>> 32);
    int c = SEED + (int) low;

    a = (a - c) ^ Integer.rotateLeft(c, 4);
    c += b;
    b = (b - a) ^ Integer.rotateLeft(a, 6);
    a += c;
    c = (c - b) ^ Integer.rotateLeft(b, 8);
    b += a;
    a = (a - c) ^ Integer.rotateLeft(c, 16);
    c += b;
    b = (b - a) ^ Integer.rotateLeft(a, 19);
    a += c;
    c = (c - b) ^ Integer.rotateLeft(b, 4);
    b += a;

    a += (int) (low >>> 32); // the last four bytes

    c = (c ^ b) - Integer.rotateLeft(b, 14);
    a = (a ^ c) - Integer.rotateLeft(c, 11);
    b = (b ^ a) - Integer.rotateLeft(a, 25);
    c = (c ^ b) - Integer.rotateLeft(b, 16);
    a = (a ^ c) - Integer.rotateLeft(c, 4);
    b = (b ^ a) - Integer.rotateLeft(a, 14);
    return (c ^ b) - Integer.rotateLeft(b, 24);
  }
}
