package dev.paylink.payment.read;

import dev.paylink.ids.Id;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.merchant.brand.Look;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.ReceivedMoney;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.db.Shards;
import java.math.BigDecimal;
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
      p.refunded, p.received, p.partly_paid, p.flags, p.payout_id, i.successes
      """;

  /** The most transfers that a status shows: the oldest ones. */
  private static final int MAX_TRANSFERS = 100;

  // Only payments that got money have any, so a poll of the others costs nothing more. It is the
  // text of the answer: rows would have to be grouped again.
  static final String TRANSFERS =
      """
      , case when p.received is not null then
        (select string_agg(
                  '{"chainId":' || t.chain_id || ',"hash":"0x' || encode(t.hash, 'hex') || '","logIndex":' || t.log_index
                    || ',"token":' || coalesce(to_json(t.token)::text, 'null')
                    || ',"amount":"' || (trim_scale(t.amount) + coalesce(p.amount - p.amount, 0.00))
                    || '","receivedAt":"'
                    || to_char(t.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                    || '","late":' || t.late::text || ',"counts":' || t.counts::text || '}',
                  ',' order by t.received_at, t.chain_id, t.log_index, t.hash)
           from (select * from received_transfer r
                  where r.payment_id = p.id and r.merchant_id = p.merchant_id and %s
                  order by r.received_at limit %d) t) end as transfers
      """
          .formatted(Shards.only("r.merchant_id"), MAX_TRANSFERS);

  /** What {@link Payment#isPartlyPaid} says, as the index has it. */
  static final String PARTLY_PAID =
      "partly_paid and (refunded is null"
          + " or refunded < trunc(received, coalesce(scale(amount), 2)))";

  /** What the flag {@link PaymentFlag#held} says, as the index has it. */
  static final String HELD = "flags like '%held%'";

  static final String EXPORTED =
      """
      p.id, p.status, p.created_at, p.updated_at, p.expires_at, p.amount, p.currency, p.reference,
      p.invoice_id, i.number, i.status, i.description, i.customer_name, i.customer_email,
      p.failure_reason, p.transaction ->> 'hash', p.interface,
      concat_ws(' ', case when p.status = 'success' and i.successes > 1 then 'duplicate' end,
                case when p.status = 'failed' and p.partly_paid
                      and (p.refunded is null or p.refunded < trunc(p.received, coalesce(scale(p.amount), 2)))
                     then 'underpaid' end, p.flags),
      (select sum(r.amount)::text from refund r
        where r.payment_id = p.id and r.merchant_id = p.merchant_id and r.status = 'settled'),
      (trim_scale(nullif(p.received, 0)) + coalesce(p.amount - p.amount, 0.00))::text,
      case when p.status = 'success' then coalesce(p.amount - p.amount, 0.00)::text
           when p.received > 0
           then (trim_scale(greatest(p.amount - p.received, 0)) + (p.amount - p.amount))::text end,
      p.payout_id
      """;
  static final String FROM =
      " from payment p join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id\n";
  static final String BY_IDS = byIds(COLUMNS + TRANSFERS, "");
  // The pages' own columns, so that status polls, which are far more frequent, never carry them.
  static final String HOSTED_BY_IDS =
      byIds(
          COLUMNS
              + TRANSFERS
              + ", m.business_name, m.verification = 'Suspended' as suspended, p.payee, p.locale, p.success_url,"
              + " p.cancel_url, m.brand_color, m.logo_hash, m.contact, m.privacy_url,"
              + " (select true from transfer_address d"
              + " where d.payment_id = p.id and d.merchant_id = p.merchant_id and "
              + Shards.only("d.merchant_id")
              + " limit 1) as has_address",
          "join merchant m on m.id = p.merchant_id and " + Shards.only("m.id") + "\n");

  List<Payment> findAll(Connection connection, List<PaymentId> ids, Object @Nullable [] merchants)
      throws SQLException {
    List<Payment> payments = new ArrayList<>(ids.size());
    RowsByKey.each(
        connection,
        BY_IDS,
        Id.values(ids),
        merchants,
        row -> payments.add(paymentWithTransfers(row)));
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
        row.getBigDecimal("refunded"),
        money(row, null),
        payout(row.getObject("payout_id", UUID.class)));
  }

  private static @Nullable PayoutId payout(@Nullable UUID id) {
    return id == null ? null : new PayoutId(id);
  }

  /** Reads {@link #COLUMNS} and {@link #TRANSFERS}. */
  static Payment paymentWithTransfers(ResultSet row) throws SQLException {
    Payment payment = payment(row);
    String transfers = row.getString("transfers");
    return transfers == null
        ? payment
        : payment.with(money(row, '[' + transfers + ']'), payment.updatedAt());
  }

  private static ReceivedMoney money(ResultSet row, @Nullable String transfers)
      throws SQLException {
    String marks = row.getString("flags");
    boolean duplicate = row.getInt("successes") > 1 && row.getString("status").equals("success");
    BigDecimal received = row.getBigDecimal("received");
    return received == null && marks == null && !duplicate
        ? ReceivedMoney.NOTHING
        : new ReceivedMoney(
                received, row.getBoolean("partly_paid"), PaymentFlag.parse(marks), transfers)
            .with(PaymentFlag.duplicate, duplicate);
  }

  private static HostedPayment hosted(ResultSet row) throws SQLException {
    Payment payment = paymentWithTransfers(row);
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
            row.getBytes("logo_hash"),
            row.getString("contact"),
            row.getString("privacy_url")),
        row.getBoolean("has_address"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
