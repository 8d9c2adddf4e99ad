package dev.paylink.platform.crypto;

/** RFC 4648 base32 without padding: accepted by authenticator apps, and typeable by people. */
public final class Base32 {
  private static final char[] ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".toCharArray();
  private static final int BITS = 5;

  private Base32() {}

  public static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder((bytes.length * 8 + BITS - 1) / BITS);
    int buffer = 0;
    int held = 0;
    for (byte b : bytes) {
      buffer = (buffer << 8) | (b & 0xFF);
      held += 8;
      while (held >= BITS) {
        held -= BITS;
        text.append(ALPHABET[(buffer >> held) & 31]);
      }
      buffer &= (1 << held) - 1;
    }
    if (held > 0) {
      text.append(ALPHABET[(buffer << (BITS - held)) & 31]);
    }
    return text.toString();
  }
}
