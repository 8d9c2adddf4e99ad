package dev.paylink.invoice;

import dev.paylink.merchant.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** A merchant's invoices in the order of their index, newest first; every page costs the same. */
public final class ListInvoices {
  private static final String SELECT =
      """
      select id, number, status, amount, currency, description, customer_name, customer_email,
             created_at, updated_at
        from invoice
      """;
  // As one range of both columns: only invoice_list has this order.
  static final String OLDER =
      SELECT
          + """
             where created_at > '-infinity'
               and (merchant_id, id) < (:merchant, :before) and merchant_id >= :merchant
             order by merchant_id desc, id desc limit :limit
            """;
  static final String BY_ID = SELECT + " where id = :id and merchant_id = :merchant";
  static final String BY_NUMBER = SELECT + " where number = :number and merchant_id = :merchant";

  private final Jdbi jdbi;

  public ListInvoices(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Some invoices, and where the next page begins; null when there is none. */
  public record Page(List<Invoice> invoices, @Nullable InvoiceId next) {}

  public Page page(MerchantId merchant, @Nullable InvoiceId before, int limit) {
    List<Invoice> found =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery(OLDER)
                    .bind("merchant", merchant.value())
                    .bind("before", before == null ? UuidV7.LAST : before.value())
                    .bind("limit", limit + 1)
                    .map((row, context) -> invoice(row))
                    .list());
    return found.size() > limit
        ? new Page(found.subList(0, limit), found.get(limit - 1).id())
        : new Page(found, null);
  }

  /** Null when the merchant has no such invoice. */
  public @Nullable Invoice find(MerchantId merchant, InvoiceId id) {
    return one(merchant, BY_ID, "id", id.value());
  }

  /** The one of that number, exactly; null when there is none. */
  public @Nullable Invoice find(MerchantId merchant, String number) {
    return one(merchant, BY_NUMBER, "number", number);
  }

  private @Nullable Invoice one(MerchantId merchant, String sql, String name, Object value) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(sql)
                .bind("merchant", merchant.value())
                .bind(name, value)
                .map((row, context) -> invoice(row))
                .findOne()
                .orElse(null));
  }

  private static Invoice invoice(ResultSet row) throws SQLException {
    return new Invoice(
        new InvoiceId(row.getObject(1, UUID.class)),
        row.getString(2),
        InvoiceStatus.valueOf(row.getString(3)),
        row.getBigDecimal(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        row.getObject(9, OffsetDateTime.class).toInstant(),
        row.getObject(10, OffsetDateTime.class).toInstant());
  }
}
