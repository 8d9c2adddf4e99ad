package dev.paylink.invoice;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The invoice numbers of some merchants, held for one transaction.
 *
 * <ul>
 *   <li>Opening the book locks the merchants' counters, in id order so that two nodes never
 *       deadlock. Until the commit nobody else creates invoices for these merchants, so anything
 *       read here stays true.
 *   <li>Automatic numbers have no gaps: a rollback gives them back, and a number that the merchant
 *       has already used itself is skipped.
 * </ul>
 */
public final class InvoiceBook {
  private final InvoiceCounterStore store = new InvoiceCounterStore();
  private final InvoiceStore invoices = new InvoiceStore();
  private final Connection connection;
  private final Map<MerchantId, Counter> counters = new HashMap<>();
  private @Nullable Instant openedAt;

  private InvoiceBook(Connection connection) {
    this.connection = connection;
  }

  public static InvoiceBook open(Tx tx, Collection<MerchantId> merchants, BusinessClock clock)
      throws SQLException {
    InvoiceBook book = new InvoiceBook(tx.connection());
    InvoiceCounterStore.Locked locked = book.store.lock(tx, merchants);
    book.counters.putAll(locked.counters());
    Instant at = locked.at();
    book.openedAt = at == null ? null : clock.at(at);
    return book;
  }

  /**
   * Returns the time by the business clock, read from the database once the lock is held, so that
   * creation times never run backwards. Hence the CTE: in the same select as {@code for update},
   * the time would be read before the wait.
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

  /** Takes the merchant's own number; returns false if it is in use. */
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
    counters.values().removeIf(counter -> !counter.changed);
    store.advance(connection, counters);
  }

  private boolean isTaken(MerchantId merchant, Counter counter, String number) throws SQLException {
    return counter.inThisBatch.contains(number) // not stored yet
        || invoices.isTaken(connection, merchant, number);
  }

  private Counter counter(MerchantId merchant) {
    return Objects.requireNonNull(counters.get(merchant), () -> "no counter of " + merchant);
  }

  /** A merchant's counter while it is locked. */
  static final class Counter {
    private final Set<String> inThisBatch = new HashSet<>();
    private long next;
    private boolean customNumbers;
    private boolean changed;

    Counter(long next, boolean customNumbers) {
      this.next = next;
      this.customNumbers = customNumbers;
    }

    long next() {
      return next;
    }

    boolean hasCustomNumbers() {
      return customNumbers;
    }
  }
}
