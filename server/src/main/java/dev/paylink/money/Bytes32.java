package dev.paylink.money;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** 32 bytes, usually a hash, as 0x and 64 lower-case digits: equal bytes are equal texts. */
public record Bytes32(String hex) {
  public static final int SIZE = 32;

  /** The order of the numbers that they are, too. */
  public static final Comparator<Bytes32> ORDER = Comparator.comparing(Bytes32::hex);

  /** The last one in this order. */
  public static final Bytes32 LAST = new Bytes32("0x" + "f".repeat(2 * SIZE));

  public Bytes32 {
    if (!HexDigits.are(hex, SIZE)) {
      throw new IllegalArgumentException("not 32 bytes: " + hex);
    }
  }

  public static Bytes32 of(byte[] bytes) {
    return new Bytes32("0x" + HexFormat.of().formatHex(bytes));
  }

  /** Parses hexadecimal digits in either case; returns null if the text is something else. */
  public static @Nullable Bytes32 parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return HexDigits.are(lower, SIZE) ? new Bytes32(lower) : null;
  }

  public byte[] bytes() {
    return HexFormat.of().parseHex(hex, 2, hex.length());
  }

  /** Returns the digits without the 0x. */
  public String digits() {
    return hex.substring(2);
  }

  @Override
  public String toString() {
    return hex;
  }
}
