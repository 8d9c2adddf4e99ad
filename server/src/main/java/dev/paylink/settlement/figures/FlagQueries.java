package dev.paylink.settlement.figures;

import dev.paylink.payment.Payment;
import org.jdbi.v3.core.Jdbi;

/** Reads what stands behind the flags of payments. */
public final class FlagQueries {
  static final String OF_PAYMENT =
      """
      select min(what) filter (where flag = 'mismatch') as mismatch,
             min(what) filter (where flag = 'overpaid') as overpaid
        from payment_flag
       where payment_id = :payment and merchant_id = :merchant
      """;

  private final Jdbi jdbi;

  public FlagQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  public PaymentFlags of(Payment payment) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(OF_PAYMENT)
                .bind("merchant", payment.merchantId())
                .bind("payment", payment.id())
                .mapTo(PaymentFlags.class)
                .one());
  }
}
