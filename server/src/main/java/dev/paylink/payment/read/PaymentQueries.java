package dev.paylink.payment.read;

import dev.paylink.ids.Id;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.merchant.brand.Look;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads payments together with their invoices. */
final class PaymentQueries {
  static final String COLUMNS =
      """
      p.merchant_id, p.id, p.status, p.invoice_id, i.number, i.status as invoice_status,
      p.amount, p.currency, i.description, i.customer_name, i.customer_email,
      p.reference, p.interface, p.metadata, p.failure_reason, p.transaction, p.link_token,
      p.created_at, p.updated_at, p.expires_at,
      p.refunded
      """;
  static final String EXPORTED =
      """
      p.id, p.status, p.created_at, p.updated_at, p.expires_at, p.amount, p.currency, p.reference,
      p.invoice_id, i.number, i.status, i.description, i.customer_name, i.customer_email,
      p.failure_reason, p.transaction ->> 'hash', p.interface,
      concat_ws(' ', case when p.status = 'success' and i.successes > 1 then 'duplicate' end,
                (select string_agg(g.flag, ' ' order by g.flag) from payment_flag g
                  where g.payment_id = p.id and g.merchant_id = p.merchant_id
                    and g.flag <> 'duplicate')),
      (select sum(r.amount)::text from refund r
        where r.payment_id = p.id and r.merchant_id = p.merchant_id and r.status = 'settled')
      """;
  static final String FROM =
      " from payment p join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id\n";
  static final String BY_IDS = byIds(COLUMNS, "");
  // The pages' own columns, so that status polls, which are far more frequent, never carry them.
  static final String HOSTED_BY_IDS =
      byIds(
          COLUMNS
              + ", m.business_name, m.verification = 'Suspended' as suspended, p.payee, p.locale, p.success_url,"
              + " p.cancel_url, m.brand_color, m.logo_hash,"
              + " (select true from transfer_address d"
              + " where d.payment_id = p.id and d.merchant_id = p.merchant_id limit 1) as has_address",
          "join merchant m on m.id = p.merchant_id\n");

  List<Payment> findAll(Connection connection, List<PaymentId> ids, Object @Nullable [] merchants)
      throws SQLException {
    List<Payment> payments = new ArrayList<>(ids.size());
    RowsByKey.each(
        connection, BY_IDS, Id.values(ids), merchants, row -> payments.add(payment(row)));
    return payments;
  }

  List<HostedPayment> findAllHosted(
      Connection connection, List<PaymentId> ids, Object @Nullable [] merchants)
      throws SQLException {
    List<HostedPayment> payments = new ArrayList<>(ids.size());
    RowsByKey.each(
        connection, HOSTED_BY_IDS, Id.values(ids), merchants, row -> payments.add(hosted(row)));
    return payments;
  }

  /** Reads in the window's direction, plus one row that tells whether there are more. */
  List<Payment> list(Handle handle, MerchantId merchant, PaymentFilter filter, Window window) {
    PaymentKeyQueries keys = PaymentKeyQueries.of(merchant, filter, window.withOneMore());
    return handle
        .createQuery(pageSql(COLUMNS, keys, window.direction()))
        .bindMap(keys.parameters())
        .map((row, context) -> payment(row))
        .list();
  }

  /** Builds SQL that finds the ids in an index alone, then fetches only the page's rows. */
  static String pageSql(String columns, PaymentKeyQueries keys, Direction direction) {
    return "select f.* from ("
        + keys.sql()
        + ") page cross join lateral (\nselect "
        + columns
        + FROM
        + "where p.id = page.id and p.merchant_id = :merchant offset 0) f\norder by page.id "
        + (direction == Direction.NEWER ? "asc" : "desc");
  }

  /**
   * Looks each id up by itself: behind {@code offset 0} the planner cannot begin with another
   * table.
   */
  static String byIds(String columns, String joins) {
    return "select f.* from unnest(?::uuid[]) as k (id) cross join lateral (\nselect "
        + columns
        + FROM
        + joins
        + "where p.id = k.id and "
        + Shards.only("p.merchant_id")
        + " and "
        + Shards.only("i.merchant_id")
        + " offset 0) f";
  }

  /** Reads {@link #COLUMNS}; a row may have others besides. */
  static Payment payment(ResultSet row) throws SQLException {
    return new Payment(
        new MerchantId(row.getObject("merchant_id", UUID.class)),
        new PaymentId(row.getObject("id", UUID.class)),
        PaymentStatus.valueOf(row.getString("status")),
        new InvoiceId(row.getObject("invoice_id", UUID.class)),
        row.getString("number"),
        InvoiceStatus.valueOf(row.getString("invoice_status")),
        row.getBigDecimal("amount"),
        row.getString("currency"),
        row.getString("description"),
        row.getString("customer_name"),
        row.getString("customer_email"),
        row.getString("reference"),
        row.getString("interface"),
        row.getString("metadata"),
        row.getString("failure_reason"),
        row.getString("transaction"),
        new LinkToken(row.getBytes("link_token")),
        instant(row, "created_at"),
        instant(row, "updated_at"),
        instant(row, "expires_at"),
        row.getBigDecimal("refunded"));
  }

  private static HostedPayment hosted(ResultSet row) throws SQLException {
    Payment payment = payment(row);
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

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
