package dev.paylink.settlement.figures;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant has to look at in a payment.
 *
 * @param duplicate it is a success, and so is another payment of its invoice
 * @param mismatch what did not match in a confirmation that was refused; null when none was
 * @param overpaid the second transfer that paid it; null when there was none
 * @param held the suspended token in which it was paid; null unless operators have to decide
 */
public record PaymentFlags(
    boolean duplicate,
    @Nullable String mismatch,
    @Nullable String overpaid,
    @Nullable String held) {
  public static final PaymentFlags NONE = new PaymentFlags(false, null, null, null);

  /** The kinds of flags, as they are stored and told. */
  public enum Kind {
    duplicate,
    mismatch,
    overpaid,
    held
  }

  public List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    if (duplicate) {
      kinds.add(Kind.duplicate);
    }
    if (mismatch != null) {
      kinds.add(Kind.mismatch);
    }
    if (overpaid != null) {
      kinds.add(Kind.overpaid);
    }
    if (held != null) {
      kinds.add(Kind.held);
    }
    return kinds;
  }

  List<String> names() {
    return kinds().stream().map(Kind::name).toList();
  }
}
