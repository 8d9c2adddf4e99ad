package dev.paylink.platform.id;

import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a UUID as a TypeID ({@code pay_01jgfj2v00e8z9y3m5k7n9q1s3}) and parses only the exact
 * spelling it would have written: 26 lower-case characters of Crockford's base32 after the prefix.
 */
public final class TypeId {
  private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
  private static final byte[] VALUES = new byte[128];
  private static final int LENGTH = 26;

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < ALPHABET.length; i++) {
      VALUES[ALPHABET[i]] = (byte) i;
    }
  }

  private TypeId() {}

  public static String format(String prefix, UUID id) {
    char[] text = new char[prefix.length() + 1 + LENGTH];
    prefix.getChars(0, prefix.length(), text, 0);
    text[prefix.length()] = '_';
    long high = id.getMostSignificantBits();
    long low = id.getLeastSignificantBits();
    for (int i = text.length - 1; i > prefix.length(); i--) {
      text[i] = ALPHABET[(int) (low & 31)];
      low = (low >>> 5) | (high << 59);
      high >>>= 5;
    }
    return new String(text);
  }

  /** Returns the id of the parsed UUID, or null if there is none. */
  public static <T> @Nullable T parse(String prefix, String text, Function<UUID, T> id) {
    UUID value = parse(prefix, text);
    return value == null ? null : id.apply(value);
  }

  /** Returns the UUID, or null if {@code text} is not exactly a TypeID with this prefix. */
  public static @Nullable UUID parse(String prefix, String text) {
    int start = prefix.length() + 1;
    if (text.length() != start + LENGTH
        || !text.startsWith(prefix)
        || text.charAt(start - 1) != '_'
        || text.charAt(start) > '7') { // 26 characters hold 130 bits; the first may use only three
      return null;
    }
    long high = 0;
    long low = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      int value = c < 128 ? VALUES[c] : -1;
      if (value < 0) {
        return null;
      }
      high = (high << 5) | (low >>> 59);
      low = (low << 5) | value;
    }
    return new UUID(high, low);
  }
}
