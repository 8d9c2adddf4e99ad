package dev.paylink.payment;

import dev.paylink.invoice.InvoiceId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.merchant.MerchantId;
import dev.paylink.platform.db.RowsByKey;
import dev.paylink.platform.id.UuidV7;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads payments together with their invoices. */
final class PaymentQueries {
  static final String COLUMNS =
      """
      p.merchant_id, p.id, p.status, p.invoice_id, i.number, i.status,
      p.amount, p.currency, i.description, p.reference, p.interface, p.metadata,
      p.failure_reason, p.transaction, p.link_token, p.created_at, p.updated_at, p.expires_at
      """;
  static final int COLUMN_COUNT = 18;
  static final String FROM =
      " from payment p join invoice i on i.merchant_id = p.merchant_id and i.id = p.invoice_id\n";
  private static final String SELECT = "select " + COLUMNS + FROM;
  static final String BY_IDS = SELECT + "where p.id = any(?)";

  /** Which payments of a merchant to list; what is null does not restrict. */
  record Filter(
      @Nullable PaymentStatus status,
      @Nullable String reference,
      @Nullable Instant createdAfter,
      @Nullable PaymentId before,
      int limit) {}

  List<Payment> findAll(Connection connection, List<UUID> ids) throws SQLException {
    List<Payment> payments = new ArrayList<>(ids.size());
    RowsByKey.each(connection, BY_IDS, ids, row -> payments.add(payment(row)));
    return payments;
  }

  /**
   * Newest first, one more than the limit to tell whether there are more. Ids sort by time, so the
   * cursor and the time bound are both ranges of the key.
   */
  List<Payment> list(Handle handle, MerchantId merchant, Filter filter) {
    StringBuilder sql = new StringBuilder(SELECT).append("where p.merchant_id = :merchant\n");
    if (filter.status != null) {
      sql.append("and p.status = :status\n");
    }
    if (filter.reference != null) {
      sql.append("and p.reference = :reference\n");
    }
    if (filter.createdAfter != null) {
      sql.append("and p.id >= :from\n");
    }
    if (filter.before != null) {
      sql.append("and p.id < :before\n");
    }
    Query query = handle.createQuery(sql.append("order by p.id desc limit :limit").toString());
    query.bind("merchant", merchant.value()).bind("limit", filter.limit + 1);
    if (filter.status != null) {
      query.bind("status", filter.status.name());
    }
    if (filter.reference != null) {
      query.bind("reference", filter.reference);
    }
    if (filter.createdAfter != null) {
      Instant next = filter.createdAfter.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
      query.bind("from", UuidV7.floor(next));
    }
    if (filter.before != null) {
      query.bind("before", filter.before.value());
    }
    return query.map((row, context) -> payment(row)).list();
  }

  /** Reads {@link #COLUMNS}, the first of the row. */
  static Payment payment(ResultSet row) throws SQLException {
    return new Payment(
        new MerchantId(row.getObject(1, UUID.class)),
        new PaymentId(row.getObject(2, UUID.class)),
        PaymentStatus.valueOf(row.getString(3)),
        new InvoiceId(row.getObject(4, UUID.class)),
        row.getString(5),
        InvoiceStatus.valueOf(row.getString(6)),
        row.getBigDecimal(7),
        row.getString(8),
        row.getString(9),
        row.getString(10),
        row.getString(11),
        row.getString(12),
        row.getString(13),
        row.getString(14),
        new LinkToken(row.getBytes(15)),
        instant(row, 16),
        instant(row, 17),
        instant(row, 18));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
