package dev.paylink.payment.read;

import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import java.util.List;

/** Some payments, newest first, and whether there are more on either side of them. */
public record ListedPayments(List<Payment> payments, boolean hasNewer, boolean hasOlder) {

  /**
   * Builds the page; {@code found} has one row more than the window if there are more in its
   * direction.
   */
  static ListedPayments of(List<Payment> found, Window window) {
    boolean more = found.size() > window.limit();
    List<Payment> shown = more ? found.subList(0, window.limit()) : found;
    boolean fromCursor = window.cursor() != null;
    return window.direction() == Direction.OLDER
        ? new ListedPayments(shown, fromCursor, more)
        : new ListedPayments(shown.reversed(), more, fromCursor);
  }
}
