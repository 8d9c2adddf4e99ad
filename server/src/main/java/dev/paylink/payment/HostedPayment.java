package dev.paylink.payment;

import dev.paylink.merchant.brand.Look;
import org.jspecify.annotations.Nullable;

/**
 * A payment with the data that only its hosted page shows: whom it pays and where the payer
 * returns.
 *
 * @param suspended whether its merchant is currently barred from collecting
 * @param mayHaveAddress false if no payer was shown an address for plain transfers
 */
public record HostedPayment(
    Payment payment,
    String merchantName,
    boolean suspended,
    String payee,
    @Nullable String locale,
    @Nullable String successUrl,
    @Nullable String cancelUrl,
    Look look,
    boolean mayHaveAddress) {

  /** A payment whose pages look as the service does. */
  public HostedPayment(
      Payment payment,
      String merchantName,
      boolean suspended,
      String payee,
      @Nullable String locale,
      @Nullable String successUrl,
      @Nullable String cancelUrl) {
    this(payment, merchantName, suspended, payee, locale, successUrl, cancelUrl, Look.PLAIN, true);
  }
}
