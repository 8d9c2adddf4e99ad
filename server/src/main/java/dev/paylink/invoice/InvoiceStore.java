package dev.paylink.invoice;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryCopy;
import dev.paylink.platform.db.binary.ColumnArrays;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The invoice table. Plain JDBC where batches read and write it: {@code copy} and arrays transfer a
 * batch in one round trip. Connections belong to the caller's transaction.
 */
public final class InvoiceStore {
  private static final String COPY =
      """
      copy invoice (merchant_id, id, number, status, amount, currency, description,
                    customer_name, customer_email, created_at, updated_at)
      from stdin binary
      """;
  private static final int COPY_COLUMNS = 11;
  private static final String FIND =
      """
      select number, status, amount, currency, description, customer_name, customer_email
        from invoice where merchant_id = ? and id = ?
      """;
  private static final String IDS_OF =
      """
      select id from invoice
       where lower(number) collate "C" = lower(cast(:number as text)) and merchant_id = :merchant
       limit :most
      """;

  private static final String NUMBER_TAKEN =
      "select 1 from invoice where merchant_id = ? and number = ?";
  static final String UPDATE_SUCCESSES =
      """
      update invoice i set successes = u.successes, status = u.status, updated_at = ?
        from unnest(?::uuid[], ?::uuid[], ?::integer[], ?::integer[], ?::text[])
             as u (merchant_id, id, expected, successes, status)
       where i.id = u.id and i.merchant_id = u.merchant_id and i.successes = u.expected and %s
      """
          .formatted(Shards.only("i.merchant_id"));

  private static final String ERASE_CUSTOMER =
      """
      update invoice set customer_name = null, customer_email = null
       where id = any(:invoices) and merchant_id = :merchant
      """;

  private final InvoiceCounterStore counters = new InvoiceCounterStore();

  /** The number of an invoice's payments that are a success, before and after a change. */
  public record Successes(MerchantId merchantId, InvoiceId id, int before, int after) {}

  /** An existing invoice, for which further payments can be made. */
  public record Existing(
      InvoiceId id,
      String number,
      InvoiceStatus status,
      @Nullable BigDecimal amount,
      String currency,
      @Nullable String description,
      @Nullable String customerName,
      @Nullable String customerEmail) {}

  public void insert(Connection connection, List<NewInvoice> invoices) throws SQLException {
    BinaryCopy copy = new BinaryCopy(COPY_COLUMNS);
    for (NewInvoice invoice : invoices) {
      copy.row()
          .uuid(invoice.merchantId().value())
          .uuid(invoice.id().value())
          .text(invoice.number())
          .text(InvoiceStatus.open.name())
          .numeric(invoice.amount())
          .text(invoice.currency())
          .text(invoice.description())
          .text(invoice.customerName())
          .text(invoice.customerEmail())
          .timestamp(invoice.createdAt())
          .timestamp(invoice.createdAt());
    }
    copy.send(connection, COPY);
  }

  public @Nullable Existing find(Connection connection, MerchantId merchant, InvoiceId id)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setObject(1, merchant.value());
      find.setObject(2, id.value());
      try (ResultSet row = find.executeQuery()) {
        return row.next()
            ? new Existing(
                id,
                row.getString(1),
                InvoiceStatus.valueOf(row.getString(2)),
                row.getBigDecimal(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7))
            : null;
      }
    }
  }

  boolean isTaken(Connection connection, MerchantId merchant, String number) throws SQLException {
    try (PreparedStatement taken = connection.prepareStatement(NUMBER_TAKEN)) {
      taken.setObject(1, merchant.value());
      taken.setString(2, number);
      try (ResultSet row = taken.executeQuery()) {
        return row.next();
      }
    }
  }

  /** Returns the ids of the invoices with this number in any case. */
  public List<InvoiceId> idsOf(Handle handle, MerchantId merchant, String number, int most) {
    return handle
        .createQuery(IDS_OF)
        .bind("merchant", merchant)
        .bind("number", number)
        .bind("most", most)
        .mapTo(InvoiceId.class)
        .list();
  }

  /**
   * Locks the merchant's counter, so that no payment is created until the commit; returns false if
   * there is no such merchant.
   */
  public boolean lock(Handle handle, MerchantId merchant) {
    try {
      return !counters.lock(Tx.of(handle), List.of(merchant)).counters().isEmpty();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot lock the invoices of " + merchant, e);
    }
  }

  /** Removes the customer's name and address. */
  public void eraseCustomer(Handle handle, MerchantId merchant, List<InvoiceId> invoices) {
    handle
        .createUpdate(ERASE_CUSTOMER)
        .bind("merchant", merchant)
        .bindArray("invoices", InvoiceId.class, invoices)
        .execute();
  }

  /** Updates the status of invoices: an invoice is paid while any of its payments is a success. */
  public void update(Tx.Together together, List<Successes> changes, Instant at) {
    if (changes.isEmpty()) {
      return;
    }
    Tx tx = together.tx();
    together.update(
        UPDATE_SUCCESSES,
        (update, before) -> {
          update.setObject(before + 1, at.atOffset(ZoneOffset.UTC));
          ColumnArrays<Successes> columns =
              new ColumnArrays<>(tx.connection(), update, before, changes);
          columns.set(2, "uuid", change -> change.merchantId.value());
          columns.set(3, "uuid", change -> change.id.value());
          columns.set(4, "integer", change -> change.before);
          columns.set(5, "integer", change -> change.after);
          columns.set(6, "text", change -> InvoiceStatus.of(change.after).name());
          Shards.bind(
              update,
              before + 7,
              before + 8,
              tx.shards().only(changes.stream().map(change -> change.merchantId.value()).toList()));
        },
        updated -> {
          if (updated != changes.size()) {
            throw new IllegalStateException(
                updated + " of " + changes.size() + " invoices were as they had been read");
          }
        });
  }
}
