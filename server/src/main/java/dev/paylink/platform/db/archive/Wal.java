package dev.paylink.platform.db.archive;

import java.util.HexFormat;

/** Positions in the WAL, and the names of the files that PostgreSQL divides it into. */
final class Wal {
  static final int SEGMENT_BYTES = 16 * 1024 * 1024;

  private static final long SEGMENTS_PER_ID = 0x1_0000_0000L / SEGMENT_BYTES;

  private Wal() {}

  /** Reads a position as PostgreSQL writes it, such as {@code 0/3A000028}. */
  static long position(String text) {
    String[] halves = text.split("/", -1);
    return Long.parseLong(halves[0], 16) << 32 | Long.parseLong(halves[1], 16);
  }

  static long segmentStart(long position) {
    return position - position % SEGMENT_BYTES;
  }

  /** Returns the name of the segment that has this position. */
  static String segment(int timeline, long position) {
    long number = position / SEGMENT_BYTES;
    HexFormat hex = HexFormat.of().withUpperCase();
    return hex.toHexDigits(timeline)
        + hex.toHexDigits((int) (number / SEGMENTS_PER_ID))
        + hex.toHexDigits((int) (number % SEGMENTS_PER_ID));
  }
}
