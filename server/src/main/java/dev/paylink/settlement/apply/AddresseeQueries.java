package dev.paylink.settlement.apply;

import dev.paylink.ids.Id;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.web.Paint;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the customers whom letters about payments go to: one plain JDBC query for all of a batch.
 */
public final class AddresseeQueries {
  static final String ADDRESSEES =
      """
      select f.*
        from unnest(?::uuid[]) as k (id)
       cross join lateral (
             select p.id, i.customer_email, i.customer_name, p.locale, m.business_name,
                    m.brand_color
               from payment p
               join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id
               join merchant m on m.id = p.merchant_id and m.email_proven_at is not null
              where p.id = k.id and i.customer_email is not null
                and coalesce(p.send_invoice, m.send_invoices) and %s and %s
             offset 0) f
      """
          .formatted(Shards.only("p.merchant_id"), Shards.only("i.merchant_id"));

  /** The customer of an invoice, and the merchant that was paid. */
  public record Addressee(
      String email,
      @Nullable String name,
      @Nullable String locale,
      String merchant,
      @Nullable Paint color) {}

  /** Returns those whose address is known and who are to get letters, by their payments. */
  public Map<PaymentId, Addressee> of(Tx tx, Collection<Payment> payments) throws SQLException {
    Map<PaymentId, Addressee> addressees = new HashMap<>();
    Object[] ids = payments.stream().map(payment -> payment.id().value()).distinct().toArray();
    for (Object[] only :
        tx.shards().limits(() -> Id.values(payments.stream().map(Payment::merchantId).toList()))) {
      RowsByKey.each(
          tx.connection(),
          ADDRESSEES,
          ids,
          only,
          row -> {
            String color = row.getString("brand_color");
            addressees.put(
                new PaymentId(row.getObject("id", UUID.class)),
                new Addressee(
                    row.getString("customer_email"),
                    row.getString("customer_name"),
                    row.getString("locale"),
                    row.getString("business_name"),
                    color == null ? null : new Paint(color)));
          });
    }
    return addressees;
  }
}
