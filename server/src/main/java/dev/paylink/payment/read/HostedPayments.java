package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.payment.HostedPayment;
import org.jspecify.annotations.Nullable;

/** Opens a payment's hosted page only to holders of the whole link. */
public final class HostedPayments {
  private final PaymentReader reader;

  public HostedPayments(PaymentReader reader) {
    this.reader = reader;
  }

  /** Returns the payment behind a link; null if the id is unknown or the token is not its token. */
  public @Nullable HostedPayment open(PaymentId id, String linkToken) {
    HostedPayment hosted = reader.findHosted(id);
    return hosted != null && hosted.payment().linkToken().matches(linkToken) ? hosted : null;
  }
}
