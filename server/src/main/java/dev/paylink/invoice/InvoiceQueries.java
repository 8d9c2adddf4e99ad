package dev.paylink.invoice;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Shards;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's invoices in the order of their index, newest first. Every page costs the same.
 */
public final class InvoiceQueries {
  private static final String SELECT =
      """
      select id, number, status, amount, currency, description, customer_name, customer_email,
             created_at, updated_at
        from invoice
      """;
  // One range over both columns: only the index invoice_list has this order.
  static final String OLDER =
      SELECT
          + """
           where created_at > '-infinity'
             and (merchant_id, id) < (:merchant, :before) and merchant_id >= :merchant and %s
           order by merchant_id desc, id desc limit :limit
          """
              .formatted(Shards.onlyNamed("merchant_id"));
  static final String BY_ID = SELECT + " where id = :id and merchant_id = :merchant";
  static final String BY_NUMBER = SELECT + " where number = :number and merchant_id = :merchant";
  static final String IN_ANY_CASE =
      SELECT
          + """
           where lower(number) collate "C" = lower(cast(:number as text)) and merchant_id = :merchant
           limit 1
          """;

  private final Jdbi jdbi;

  public InvoiceQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Some invoices, and the id at which the next page begins; null if there is no next page. */
  public record Page(List<Invoice> invoices, @Nullable InvoiceId next) {}

  public Page page(MerchantId merchant, @Nullable InvoiceId before, int limit) {
    List<Invoice> found =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery(OLDER)
                    .bind("merchant", merchant)
                    .bind("only", Shards.of(handle).only(merchant.value()))
                    .bind("before", before == null ? InvoiceId.LAST : before)
                    .bind("limit", limit + 1)
                    .mapTo(Invoice.class)
                    .list());
    return found.size() > limit
        ? new Page(found.subList(0, limit), found.get(limit - 1).id())
        : new Page(found, null);
  }

  /** Returns the invoice, or null if the merchant has no such invoice. */
  public @Nullable Invoice find(MerchantId merchant, InvoiceId id) {
    return one(merchant, BY_ID, "id", id.value());
  }

  /** Returns the invoice with exactly this number, or null if there is none. */
  public @Nullable Invoice find(MerchantId merchant, String number) {
    return one(merchant, BY_NUMBER, "number", number);
  }

  /** Returns the invoice with this number, else one that differs in the case of its letters. */
  public @Nullable Invoice findInAnyCase(MerchantId merchant, String number) {
    Invoice exact = find(merchant, number);
    return exact == null ? one(merchant, IN_ANY_CASE, "number", number) : exact;
  }

  private @Nullable Invoice one(MerchantId merchant, String sql, String name, Object value) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(sql)
                .bind("merchant", merchant)
                .bind(name, value)
                .mapTo(Invoice.class)
                .findOne()
                .orElse(null));
  }
}
