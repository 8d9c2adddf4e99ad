package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.web.Paint;
import dev.paylink.settlement.apply.ReportBatch.Confirmation;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the recipients of the receipts for a batch of confirmations: one plain JDBC query for all.
 */
final class ReceiptQueries {
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
              where p.id = k.id and i.customer_email is not null and %s and %s
             offset 0) f
      """
          .formatted(Shards.only("p.merchant_id"), Shards.only("i.merchant_id"));

  /** The customer of an invoice, and the merchant that was paid. */
  record Addressee(
      String email,
      @Nullable String name,
      @Nullable String locale,
      String merchant,
      @Nullable Paint color) {}

  Map<PaymentId, Addressee> addressees(Tx tx, List<Confirmation> confirmations)
      throws SQLException {
    Map<PaymentId, Addressee> addressees = new HashMap<>();
    try (PreparedStatement find = tx.connection().prepareStatement(ADDRESSEES)) {
      find.setArray(
          1,
          tx.connection()
              .createArrayOf(
                  "uuid",
                  confirmations.stream()
                      .map(each -> each.payment().id().value())
                      .distinct()
                      .toArray()));
      for (Object[] only :
          tx.shards()
              .limits(
                  () ->
                      confirmations.stream()
                          .map(each -> each.payment().merchantId().value())
                          .toArray())) {
        Shards.bind(find, 2, 5, only);
        try (ResultSet row = find.executeQuery()) {
          while (row.next()) {
            String color = row.getString(6);
            addressees.put(
                new PaymentId(row.getObject(1, UUID.class)),
                new Addressee(
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    color == null ? null : new Paint(color)));
          }
        }
      }
    }
    return addressees;
  }
}
