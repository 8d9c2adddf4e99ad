package dev.paylink.relay;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;

/** Encodes transactions for a chain: numbers and bytes with their length before them. */
final class Rlp {
  private static final int TEXT = 0x80;
  private static final int LIST = 0xc0;
  private static final int SHORT = 55;

  private Rlp() {}

  /** Encodes a number without leading zeros; zero is no bytes. */
  static byte[] number(BigInteger number) {
    byte[] digits = number.toByteArray();
    int skipped = digits[0] == 0 ? 1 : 0; // the sign, or all of zero
    return bytes(Arrays.copyOfRange(digits, skipped, digits.length));
  }

  static byte[] bytes(byte[] bytes) {
    boolean itself = bytes.length == 1 && bytes[0] >= 0;
    return itself ? bytes : concat(head(TEXT, bytes.length), bytes);
  }

  static byte[] list(byte[]... items) {
    byte[] all = concat(items);
    return concat(head(LIST, all.length), all);
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] head(int kind, int length) {
    if (length <= SHORT) {
      return new byte[] {(byte) (kind + length)};
    }
    byte[] digits = BigInteger.valueOf(length).toByteArray();
    byte[] bare = digits[0] == 0 ? Arrays.copyOfRange(digits, 1, digits.length) : digits;
    return concat(new byte[] {(byte) (kind + SHORT + bare.length)}, bare);
  }
}
