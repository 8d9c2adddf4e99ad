package dev.paylink.invoice;

import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The counters of automatic invoice numbers. Plain JDBC: every create uses them, many in one
 * transaction. Connections belong to the caller's transaction.
 */
public final class InvoiceCounterStore {
  private static final String INSERT =
      "insert into invoice_counter (merchant_id) values (:merchant)";
  private static final String LOCK =
      """
      with locked as materialized (
        select merchant_id, next_number, custom_numbers
          from invoice_counter where merchant_id = any(?)
         order by merchant_id for update)
      select merchant_id, next_number, custom_numbers, clock_timestamp() from locked
      """;
  private static final String ADVANCE =
      "update invoice_counter set next_number = ?, custom_numbers = ? where merchant_id = ?";

  /**
   * The counters that are now locked, and the time when they were locked; null if there are none.
   */
  record Locked(Map<MerchantId, InvoiceBook.Counter> counters, @Nullable Instant at) {}

  /** Inserts the counter of a new merchant, in the transaction that registers the merchant. */
  public void insert(Handle handle, MerchantId merchant) {
    handle.createUpdate(INSERT).bind("merchant", merchant).execute();
  }

  Locked lock(Tx tx, Collection<MerchantId> merchants) throws SQLException {
    Map<MerchantId, InvoiceBook.Counter> counters = new HashMap<>();
    Instant at = null;
    try (PreparedStatement lock = tx.connection().prepareStatement(LOCK)) {
      for (Object[] together : tx.shards().together(Id.values(merchants))) {
        lock.setArray(1, BinaryArray.uuids(tx.connection(), together));
        try (ResultSet row = lock.executeQuery()) {
          while (row.next()) {
            counters.put(
                new MerchantId(row.getObject(1, UUID.class)),
                new InvoiceBook.Counter(row.getLong(2), row.getBoolean(3)));
            at = row.getObject(4, OffsetDateTime.class).toInstant().truncatedTo(ChronoUnit.MILLIS);
          }
        }
      }
    }
    return new Locked(counters, at);
  }

  void advance(Connection connection, Map<MerchantId, InvoiceBook.Counter> counters)
      throws SQLException {
    try (PreparedStatement advance = connection.prepareStatement(ADVANCE)) {
      for (Map.Entry<MerchantId, InvoiceBook.Counter> entry : counters.entrySet()) {
        advance.setLong(1, entry.getValue().next());
        advance.setBoolean(2, entry.getValue().hasCustomNumbers());
        advance.setObject(3, entry.getKey().value());
        advance.addBatch();
      }
      advance.executeBatch();
    }
  }
}
