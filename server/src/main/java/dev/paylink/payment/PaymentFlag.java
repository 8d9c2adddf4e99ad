package dev.paylink.payment;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What needs the merchant's attention in a payment, as stored and reported. */
public enum PaymentFlag {
  /** It is a success, and so is another payment of its invoice. */
  duplicate,
  /** A confirmation was refused because it did not match. */
  mismatch,
  /** It is a success, and has more than its amount. */
  overpaid,
  /** It was paid in a token that the operator has suspended, and the operator has to decide. */
  held,
  /** It ended with some of its money. */
  underpaid,
  /** Money came after its end. */
  late;

  /** Reads flags that {@link #text} has written. */
  public static Set<PaymentFlag> parse(@Nullable String text) {
    Set<PaymentFlag> flags = EnumSet.noneOf(PaymentFlag.class);
    if (text != null) {
      for (PaymentFlag flag : values()) {
        if ((' ' + text + ' ').contains(' ' + flag.name() + ' ')) {
          flags.add(flag);
        }
      }
    }
    return flags;
  }

  /** Returns the names with spaces between them; null if there are none. */
  public static @Nullable String text(Set<PaymentFlag> flags) {
    return flags.isEmpty()
        ? null
        : flags.stream().sorted().map(Enum::name).collect(Collectors.joining(" "));
  }
}
