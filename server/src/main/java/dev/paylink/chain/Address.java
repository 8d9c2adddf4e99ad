package dev.paylink.chain;

import dev.paylink.merchant.DepositAddress;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** An account on a chain, as 0x and 40 lower-case digits: equal bytes are equal texts. */
public record Address(String hex) {
  static final int SIZE = 20;

  private static final Pattern SHAPE =
      Pattern.compile("0x[0-9a-f]{40}"); // before the first address

  /** Stands for a chain's own coin where a token is expected. */
  static final Address ZERO = new Address("0x" + "0".repeat(40));

  public Address {
    if (!SHAPE.matcher(hex).matches()) {
      throw new IllegalArgumentException("not an address: " + hex);
    }
  }

  /** In either case. */
  public static Address of(String text) {
    return new Address(text.toLowerCase(Locale.ROOT));
  }

  static Address of(byte[] bytes) {
    return new Address("0x" + HexFormat.of().formatHex(bytes));
  }

  byte[] bytes() {
    return HexFormat.of().parseHex(hex, 2, hex.length());
  }

  /** As people should see it, with its EIP-55 checksum. */
  @Override
  public String toString() {
    return DepositAddress.checksummed(hex);
  }
}
