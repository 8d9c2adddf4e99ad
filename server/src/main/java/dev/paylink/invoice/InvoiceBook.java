package dev.paylink.invoice;

import dev.paylink.ids.Id;
import dev.paylink.ids.MerchantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The invoice numbers of some merchants, held for one transaction.
 *
 * <ul>
 *   <li>Opening it locks the merchants' counters, in id order so that two nodes never deadlock.
 *       Until the commit nobody else creates for them: whatever is read here stays true.
 *   <li>Automatic numbers have no gaps: a rollback gives them back, a number that the merchant has
 *       taken for itself is stepped over.
 * </ul>
 */
public final class InvoiceBook {
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
  private static final String NUMBER_TAKEN =
      "select 1 from invoice where merchant_id = ? and number = ?";

  private final Connection connection;
  private final Map<MerchantId, Counter> counters = new HashMap<>();
  private @Nullable Instant openedAt;

  private InvoiceBook(Connection connection) {
    this.connection = connection;
  }

  public static InvoiceBook open(Connection connection, Collection<MerchantId> merchants)
      throws SQLException {
    InvoiceBook book = new InvoiceBook(connection);
    try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
      lock.setArray(1, connection.createArrayOf("uuid", Id.values(merchants)));
      try (ResultSet row = lock.executeQuery()) {
        while (row.next()) {
          book.counters.put(
              new MerchantId(row.getObject(1, UUID.class)),
              new Counter(row.getLong(2), row.getBoolean(3)));
          book.openedAt =
              row.getObject(4, OffsetDateTime.class).toInstant().truncatedTo(ChronoUnit.MILLIS);
        }
      }
    }
    return book;
  }

  /**
   * The database's time, read once the lock is held (hence the CTE: beside {@code for update} it
   * would be read before the wait), so that creation times never run backwards.
   */
  public Instant openedAt() {
    return Objects.requireNonNull(openedAt, "no merchant of this batch has a counter");
  }

  public String nextNumber(MerchantId merchant) throws SQLException {
    Counter counter = counter(merchant);
    String number;
    do {
      number = InvoiceNumber.of(counter.next++);
    } while (counter.customNumbers && isTaken(merchant, counter, number));
    counter.inThisBatch.add(number);
    counter.changed = true;
    return number;
  }

  /** Takes the merchant's own number; false when it is in use. */
  public boolean claim(MerchantId merchant, String number) throws SQLException {
    Counter counter = counter(merchant);
    if (isTaken(merchant, counter, number)) {
      return false;
    }
    counter.inThisBatch.add(number);
    if (InvoiceNumber.hasAutomaticForm(number) && !counter.customNumbers) {
      counter.customNumbers = true;
      counter.changed = true;
    }
    return true;
  }

  /** Writes the counters back; call before the commit. */
  public void close() throws SQLException {
    try (PreparedStatement advance = connection.prepareStatement(ADVANCE)) {
      for (Map.Entry<MerchantId, Counter> entry : counters.entrySet()) {
        if (entry.getValue().changed) {
          advance.setLong(1, entry.getValue().next);
          advance.setBoolean(2, entry.getValue().customNumbers);
          advance.setObject(3, entry.getKey().value());
          advance.addBatch();
        }
      }
      advance.executeBatch();
    }
  }

  private boolean isTaken(MerchantId merchant, Counter counter, String number) throws SQLException {
    if (counter.inThisBatch.contains(number)) { // not stored yet
      return true;
    }
    try (PreparedStatement taken = connection.prepareStatement(NUMBER_TAKEN)) {
      taken.setObject(1, merchant.value());
      taken.setString(2, number);
      try (ResultSet row = taken.executeQuery()) {
        return row.next();
      }
    }
  }

  private Counter counter(MerchantId merchant) {
    return Objects.requireNonNull(counters.get(merchant), () -> "no counter of " + merchant);
  }

  private static final class Counter {
    final Set<String> inThisBatch = new HashSet<>();
    long next;
    boolean customNumbers;
    boolean changed;

    Counter(long next, boolean customNumbers) {
      this.next = next;
      this.customNumbers = customNumbers;
    }
  }
}
