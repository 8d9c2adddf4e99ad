package dev.paylink.settlement.apply;

import dev.paylink.payment.Payment;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.ReceivedTransfer.Source;
import dev.paylink.settlement.received.ReceivedTransferStore;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The transfers that payments got, as far as one transaction changes them. The changes are written
 * once at the end, together with the payments' sums.
 */
final class ReceivedTransfers {
  private final Connection connection;
  private final ReceivedTransferStore store = new ReceivedTransferStore();
  private final Map<ReceivedTransferStore.Key, ReceivedTransfer> added = new HashMap<>();
  private final Map<ReceivedTransferStore.Key, ReceivedTransfer> removed = new HashMap<>();

  ReceivedTransfers(Connection connection) {
    this.connection = connection;
  }

  /** Returns whether the transfer is in the payment's sum. */
  boolean isCounted(ReceivedTransfer row, Payment payment) throws SQLException {
    ReceivedTransferStore.Key key = ReceivedTransferStore.Key.of(row);
    ReceivedTransfer here = added.get(key);
    if (here != null) {
      return here.counts();
    }
    // Most payments get one transfer: nothing is asked about those that have none yet.
    return payment.money().amount() != null
        && !removed.containsKey(key)
        && store.isCounted(connection, row);
  }

  void add(ReceivedTransfer row) {
    added.put(ReceivedTransferStore.Key.of(row), row);
  }

  void remove(ReceivedTransfer row) {
    added.remove(ReceivedTransferStore.Key.of(row));
    removed.put(ReceivedTransferStore.Key.of(row), row);
  }

  /**
   * Removes what did not come to the payment's own address: a reorganisation took it. Returns the
   * sum of what stays; null if nothing does.
   */
  @Nullable BigDecimal takeBackSettlements(Payment payment) throws SQLException {
    List<ReceivedTransfer> gone = new ArrayList<>(store.ofSettlements(connection, payment));
    List<ReceivedTransfer> here =
        added.values().stream().filter(row -> row.paymentId().equals(payment.id())).toList();
    here.stream().filter(row -> row.source() == Source.settlement).forEach(gone::add);
    gone.forEach(this::remove);
    BigDecimal stored = store.atAddress(connection, payment);
    return here.stream()
        .filter(row -> row.source() == Source.address && row.counts())
        .map(ReceivedTransfer::amount)
        .reduce(BigDecimal::add)
        .map(sum -> sum.add(Objects.requireNonNullElse(stored, BigDecimal.ZERO)))
        .orElse(stored);
  }

  /** Returns the last stored transfer that counts; null if there is none. */
  @Nullable ReceivedTransfer last(Payment payment) throws SQLException {
    return added.values().stream()
        .filter(row -> row.paymentId().equals(payment.id()) && row.counts())
        .findFirst()
        .orElse(store.last(connection, payment));
  }

  void store(Instant at) throws SQLException {
    store.delete(
        connection,
        removed.values().stream()
            .filter(row -> !added.containsKey(ReceivedTransferStore.Key.of(row)))
            .toList());
    store.insert(connection, added.values(), at);
  }
}
