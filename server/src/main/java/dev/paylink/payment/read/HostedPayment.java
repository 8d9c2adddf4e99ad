package dev.paylink.payment.read;

import dev.paylink.merchant.brand.Look;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A payment with the data that only its hosted page shows: whom it pays and where the payer
 * returns.
 *
 * @param suspended whether its merchant is currently barred from collecting
 * @param refunded the sum of its refunds that are settled; null if there are none
 */
public record HostedPayment(
    Payment payment,
    String merchantName,
    boolean suspended,
    String payee,
    @Nullable String locale,
    @Nullable String successUrl,
    @Nullable String cancelUrl,
    @Nullable BigDecimal refunded,
    Look look) {

  /** A payment for which nothing was given back, and whose pages look as the service does. */
  public HostedPayment(
      Payment payment,
      String merchantName,
      boolean suspended,
      String payee,
      @Nullable String locale,
      @Nullable String successUrl,
      @Nullable String cancelUrl) {
    this(payment, merchantName, suspended, payee, locale, successUrl, cancelUrl, null, Look.PLAIN);
  }
}
