package dev.paylink.money;

import dev.paylink.platform.crypto.Keccak;
import dev.paylink.platform.language.Message;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An address that money can be sent to: 20 bytes in hexadecimal with its EIP-55 checksum, never the
 * zero address. An address in mixed case contains a checksum, which is verified. An address in one
 * case has none, and the checksum is added.
 */
public record DepositAddress(String value) {
  private static final Pattern SHAPE = Pattern.compile("0x[0-9a-fA-F]{40}");
  private static final String ZERO = "0x" + "0".repeat(40);

  public DepositAddress {
    if (!SHAPE.matcher(value).matches() || !checksummed(value).equals(value)) {
      throw new IllegalArgumentException("not a checksummed address: " + value);
    }
  }

  /** The result of parsing a text as an address. */
  public sealed interface Parsed {
    record Accepted(DepositAddress address) implements Parsed {}

    record Faulty(Message message) implements Parsed {}
  }

  public static Parsed parse(String text) {
    if (!SHAPE.matcher(text).matches()) {
      return new Parsed.Faulty(Message.of("field.address", 40));
    }
    if (text.equals(ZERO)) {
      return new Parsed.Faulty(Message.of("field.zero"));
    }
    String checksummed = checksummed(text);
    if (isMixedCase(text) && !text.equals(checksummed)) {
      // Does not show the right checksum: people would copy it and so keep the mistyped address.
      return new Parsed.Faulty(Message.of("field.checksum", 55));
    }
    return new Parsed.Accepted(new DepositAddress(checksummed));
  }

  @Override
  public String toString() {
    return value;
  }

  private static boolean isMixedCase(String text) {
    String digits = text.substring(2);
    return !digits.equals(digits.toLowerCase(Locale.ROOT))
        && !digits.equals(digits.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the address with its EIP-55 checksum: a letter is upper case where the hash of the
   * lower-case address has a digit over 7.
   */
  public static String checksummed(String text) {
    String digits = text.substring(2).toLowerCase(Locale.ROOT);
    byte[] hash = Keccak.hash256(digits.getBytes(StandardCharsets.US_ASCII));
    StringBuilder result = new StringBuilder("0x");
    for (int i = 0; i < digits.length(); i++) {
      int nibble = (i % 2 == 0 ? hash[i / 2] >> 4 : hash[i / 2]) & 0xF;
      char c = digits.charAt(i);
      result.append(nibble > 7 ? Character.toUpperCase(c) : c);
    }
    return result.toString();
  }
}
