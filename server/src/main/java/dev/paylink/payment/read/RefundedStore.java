package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import org.jdbi.v3.core.Handle;

/**
 * Keeps beside a payment what was refunded of it, so that reading a payment asks for no refunds.
 * Handles belong to the transaction that settles a refund or takes that back.
 */
public final class RefundedStore {
  private static final String ADD_UP =
      """
      update payment
         set refunded = (select sum(r.amount) from refund r
                          where r.payment_id = :payment and r.merchant_id = :merchant and r.status = 'settled')
       where id = :payment and merchant_id = :merchant
      """;

  /** Adds up the settled refunds of a payment anew. */
  public void addUp(Handle handle, MerchantId merchant, PaymentId payment) {
    handle.createUpdate(ADD_UP).bind("merchant", merchant).bind("payment", payment).execute();
  }
}
