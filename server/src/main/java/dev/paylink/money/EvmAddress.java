package dev.paylink.money;

import java.util.HexFormat;
import java.util.Locale;

/**
 * An account on a chain, as 0x and 40 lower-case digits: equal bytes are equal texts. It may be a
 * token, a contract or the zero address. A {@link DepositAddress} is narrower: a person typed it,
 * its checksum was verified, and money can be sent to it; it is stored in the form that this person
 * saw.
 */
public record EvmAddress(String hex) {
  public static final int SIZE = 20;

  /** The zero address, which stands for a chain's own coin where a token is expected. */
  public static final EvmAddress ZERO = new EvmAddress("0x" + "0".repeat(40));

  public EvmAddress {
    if (!HexDigits.are(hex, SIZE)) {
      throw new IllegalArgumentException("not an address: " + hex);
    }
  }

  /** Returns the address of a text in either case. */
  public static EvmAddress of(String text) {
    return new EvmAddress(text.toLowerCase(Locale.ROOT));
  }

  public static EvmAddress of(byte[] bytes) {
    return new EvmAddress("0x" + HexFormat.of().formatHex(bytes));
  }

  public byte[] bytes() {
    return HexFormat.of().parseHex(hex, 2, hex.length());
  }

  /** Returns the address with its EIP-55 checksum, the form for people. */
  @Override
  public String toString() {
    return DepositAddress.checksummed(hex);
  }
}
