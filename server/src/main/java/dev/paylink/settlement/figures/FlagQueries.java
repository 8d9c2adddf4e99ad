package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/**
 * Reads the flags of the payments on a page. A duplicate is one only while both payments are a
 * success; a mismatch and a second transfer stay, for their money moved; held is one until it is
 * decided about.
 */
public final class FlagQueries {
  static final String OF_PAYMENTS =
      """
      select k.id, f.duplicate, g.mismatch, g.overpaid, h.held
        from unnest(cast(:payments as uuid[])) as k (id)
       cross join lateral (
             select p.status = 'success' and i.successes > 1 as duplicate
               from payment p
               join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id
              where p.id = k.id and p.merchant_id = :merchant
             offset 0) f
       cross join lateral (
             select min(what) filter (where flag = 'mismatch') as mismatch,
                    min(what) filter (where flag = 'overpaid') as overpaid
               from payment_flag
              where payment_id = k.id and merchant_id = :merchant) g
       cross join lateral (
             select min(token) as held
               from held_settlement
              where payment_id = k.id and merchant_id = :merchant) h
      """;

  private final Jdbi jdbi;

  public FlagQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Returns the flags of each payment. */
  public Map<PaymentId, PaymentFlags> of(MerchantId merchant, List<Payment> payments) {
    Map<PaymentId, PaymentFlags> flags = new HashMap<>();
    payments.forEach(payment -> flags.put(payment.id(), PaymentFlags.NONE));
    if (!payments.isEmpty()) {
      jdbi.useHandle(
          handle ->
              handle
                  .createQuery(OF_PAYMENTS)
                  .bind("merchant", merchant)
                  .bindArray("payments", PaymentId.class, flags.keySet().toArray())
                  .map(
                      row ->
                          flags.put(
                              row.getColumn("id", PaymentId.class), row.getRow(PaymentFlags.class)))
                  .list());
    }
    return flags;
  }
}
