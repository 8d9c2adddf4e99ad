package dev.paylink.payment.read;

import dev.paylink.ids.Id;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.brand.Look;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.RowsByKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads payments for their hosted pages. The pages' own columns come with a query of their own, so
 * that status polls, which are far more frequent, never carry them.
 */
final class HostedPaymentQueries {
  static final String BY_IDS =
      PaymentQueries.byIds(
          PaymentQueries.COLUMNS
              + ", m.business_name, m.verification = 'Suspended' as suspended, p.payee, p.locale, p.success_url,"
              + " p.cancel_url, m.brand_color, m.logo_hash,"
              + " (select true from transfer_address d"
              + " where d.payment_id = p.id and d.merchant_id = p.merchant_id limit 1) as has_address",
          "join merchant m on m.id = p.merchant_id\n");

  List<HostedPayment> findAll(
      Connection connection, List<PaymentId> ids, Object @Nullable [] merchants)
      throws SQLException {
    List<HostedPayment> payments = new ArrayList<>(ids.size());
    RowsByKey.each(connection, BY_IDS, Id.values(ids), merchants, row -> payments.add(hosted(row)));
    return payments;
  }

  private static HostedPayment hosted(ResultSet row) throws SQLException {
    Payment payment = PaymentQueries.payment(row);
    boolean suspended = row.getBoolean("suspended");
    return new HostedPayment(
        payment,
        row.getString("business_name"),
        suspended,
        row.getString("payee"),
        row.getString("locale"),
        row.getString("success_url"),
        row.getString("cancel_url"),
        Look.of(
            payment.merchantId(),
            suspended,
            row.getString("brand_color"),
            row.getBytes("logo_hash")),
        row.getBoolean("has_address"));
  }
}
