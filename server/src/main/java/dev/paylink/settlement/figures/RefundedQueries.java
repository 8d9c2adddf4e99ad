package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Reads what was given back for payments: their refunds that are settled. */
public final class RefundedQueries {
  static final String OF_PAYMENTS =
      """
      select r.payment_id, sum(r.amount) from refund r
       where r.payment_id = any(:payments::uuid[]) and r.merchant_id = :merchant
         and r.status = 'settled'
       group by r.payment_id
      """;

  /** Returns the sum of each of these payments for which something was given back. */
  public Map<PaymentId, BigDecimal> of(
      Handle handle, MerchantId merchant, List<PaymentId> payments) {
    Map<PaymentId, BigDecimal> refunded = new HashMap<>();
    handle
        .createQuery(OF_PAYMENTS)
        .bind("merchant", merchant)
        .bindArray("payments", PaymentId.class, payments)
        .map(
            row ->
                refunded.put(row.getColumn(1, PaymentId.class), row.getColumn(2, BigDecimal.class)))
        .list();
    return refunded;
  }
}
