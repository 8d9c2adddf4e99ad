package dev.paylink.money;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why nobody can be paid at an address. */
public enum AddressFault {
  /** It is no address. */
  shape("must be 0x followed by 40 hexadecimal digits"),
  checksum("has a wrong EIP-55 checksum; check it for a typo"),
  zero("must not be the zero address: money sent there is lost"),
  contract("is the settlement contract, which keeps no money"),
  factory("is the factory of deposit addresses, which keeps no money"),
  token("is the contract of a token; money sent there is lost"),
  /** Whatever comes there goes to a merchant. */
  transfer("is an address at which a payment is made; money sent there goes to a merchant"),
  own("is your own deposit address");

  private static final Pattern SHAPE = Pattern.compile("0x[0-9a-fA-F]{40}");

  private final String message;

  AddressFault(String message) {
    this.message = message;
  }

  /** Returns the fault for developers, as it follows the name of a field. */
  public String message() {
    return message;
  }

  /** Returns what is wrong with a text that is no address to pay to; null if nothing is. */
  public static @Nullable AddressFault of(String text) {
    if (!SHAPE.matcher(text).matches()) {
      return shape;
    }
    if (EvmAddress.of(text).equals(EvmAddress.ZERO)) {
      return zero;
    }
    return DepositAddress.parse(text) instanceof DepositAddress.Parsed.Faulty ? checksum : null;
  }
}
