package dev.paylink.money;

import dev.paylink.platform.language.Message;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why nobody can be paid at an address. */
public enum AddressFault {
  /** It is no address. */
  shape(Message.of("field.address", 40)),
  checksum(Message.of("field.checksum", 55)),
  zero(Message.of("field.zero")),
  contract(Message.of("field.addresscontract")),
  factory(Message.of("field.addressfactory")),
  token(Message.of("field.addresstoken")),
  /** Whatever comes there goes to a merchant. */
  transfer(Message.of("field.addresstransfer")),
  own(Message.of("field.addressown"));

  private static final Pattern SHAPE = Pattern.compile("0x[0-9a-fA-F]{40}");

  private final Message message;

  AddressFault(Message message) {
    this.message = message;
  }

  /** Returns the fault for developers, as it follows the name of a field. */
  public Message message() {
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
