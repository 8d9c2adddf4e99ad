package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.received.Transfer;
import dev.paylink.settlement.received.TransferStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which payment each transfer settles that the reports of one transaction name: one alone. The
 * changes are written once at the end.
 */
final class SettledTransfers {
  private final Tx tx;
  private final TransferStore store = new TransferStore();
  private final Map<Transfer, PaymentId> settledBy = new HashMap<>();
  private final Map<Transfer, TransferStore.Row> added = new HashMap<>();
  private final Set<Transfer> freed = new HashSet<>();

  SettledTransfers(Tx tx) {
    this.tx = tx;
  }

  /** Reads what the transfers of these reports have settled so far. */
  void find(Tx.Together together, List<? extends PaymentChange> batch) {
    store.find(
        together,
        batch.stream()
            .map(change -> change instanceof Report report ? report.transfer() : null)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet()),
        settledBy::put);
  }

  /** Reads what one more transfer has settled so far. */
  void find(Transfer transfer) throws SQLException {
    if (!settledBy.containsKey(transfer)) {
      Tx.Together together = tx.together();
      store.find(together, Set.of(transfer), settledBy::put);
      together.run();
    }
  }

  /** Lets the report's transfer, if it names one, settle the report's payment alone. */
  void settle(Report report, MerchantId merchant) {
    Transfer transfer = report.transfer();
    if (transfer == null) {
      return;
    }
    PaymentId before = settledBy.put(transfer, report.paymentId());
    if (report.paymentId().equals(before)) {
      return;
    }
    if (before != null) {
      freed.add(transfer);
    }
    added.put(transfer, new TransferStore.Row(transfer, merchant, report.paymentId()));
  }

  /** Returns whether the transfer of this confirmation has settled another payment. */
  boolean hasSettledAnother(Report report) {
    PaymentId payment = settledPayment(report);
    return payment != null && !payment.equals(report.paymentId());
  }

  /** Returns whether the transfer of this confirmation has settled this payment before. */
  boolean isRepeated(Report report) {
    return report.paymentId().equals(settledPayment(report));
  }

  /** Returns whether another transfer than the one of this confirmation has paid the payment. */
  boolean isSecond(Report report, Payment payment) {
    return report.transfer() != null
        && !isRepeated(report)
        && OnChainTransaction.storedTransfer(payment.transaction()) != null;
  }

  private @Nullable PaymentId settledPayment(Report report) {
    Transfer transfer = report.transfer();
    return transfer == null ? null : settledBy.get(transfer);
  }

  void store(Tx.Together together, Instant at) throws SQLException {
    store.free(tx.connection(), freed);
    store.insert(together, added.values(), at);
  }
}
