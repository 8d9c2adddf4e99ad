package dev.paylink.money;

import dev.paylink.platform.language.Message;
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
  often;

  private static final Pattern SHAPE = Pattern.compile("0x[0-9a-fA-F]{40}");

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
    return DepositAddress.parse(text) instanceof DepositAddress.Parsed.Faulty ? checksum : null;
  }
}
