package dev.paylink.money;

import dev.paylink.platform.language.Message;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why nobody can be paid at an address. */
public enum AddressFault {
  /** It is no address. */
  shape,
  checksum,
  zero,
  contract,
  factory,
  token,
  /** Whatever comes there goes to a merchant. */
  transfer,
  own,
  /** Too many others were named before it. */
  often,
  permit2,
  /** A precompile, a contract that a chain begins with, or an address that burns what it gets. */
  reserved;

  private static final Pattern SHAPE = Pattern.compile("0x[0-9a-fA-F]{40}");

  /** Precompiles, and 0x…dEaD, are among the first; rollups begin with contracts from 0x42 on. */
  private static final Pattern FIRST = Pattern.compile("0x(00|42)0{34}[0-9a-f]{4}");

  /** Nobody has a key for these, and they are known for what was lost there. */
  private static final Set<EvmAddress> BURNS =
      Set.of(
          EvmAddress.of("0xdead000000000000000042069420694206942069"),
          EvmAddress.of("0xdead000000000000000000000000000000000000"),
          EvmAddress.of("0x" + "dead".repeat(10)),
          EvmAddress.of("0x" + "e".repeat(40)), // stands for a chain's coin
          EvmAddress.of("0x" + "f".repeat(40)));

  /** Returns the fault for developers, as it follows the name of a field. */
  public Message message() {
    return switch (this) {
      case shape -> Message.of("field.address", 40);
      case checksum -> Message.of("field.checksum", 55);
      case zero -> Message.of("field.zero");
      case contract -> Message.of("field.addresscontract");
      case factory -> Message.of("field.addressfactory");
      case token -> Message.of("field.addresstoken");
      case transfer -> Message.of("field.addresstransfer");
      case own -> Message.of("field.addressown");
      case often -> Message.of("field.addressoften");
      case permit2 -> Message.of("field.addresspermit2");
      case reserved -> Message.of("field.addressreserved");
    };
  }

  /** Returns what is wrong with a text that is no address to pay to; null if nothing is. */
  public static @Nullable AddressFault of(String text) {
    if (!SHAPE.matcher(text).matches()) {
      return shape;
    }
    if (EvmAddress.of(text).equals(EvmAddress.ZERO)) {
      return zero;
    }
    return DepositAddress.parse(text) instanceof DepositAddress.Parsed.Faulty
        ? checksum
        : ofOwner(EvmAddress.of(text));
  }

  /** Returns a fault if nobody can own the address on any chain; null if somebody may. */
  public static @Nullable AddressFault ofOwner(EvmAddress address) {
    if (address.equals(EvmAddress.ZERO)) {
      return zero;
    }
    return FIRST.matcher(address.hex()).matches() || BURNS.contains(address) ? reserved : null;
  }
}
