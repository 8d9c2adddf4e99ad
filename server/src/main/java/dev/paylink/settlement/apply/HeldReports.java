package dev.paylink.settlement.apply;

import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.figures.Flagged;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.hold.SuspensionStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The confirmations of one transaction that were made in tokens which operators have suspended. */
final class HeldReports {
  private final Connection connection;
  private final SuspensionStore suspensions = new SuspensionStore();
  private final HeldStore store = new HeldStore();
  private final List<Flagged> flagged = new ArrayList<>();
  private boolean maybeSuspended = true;
  private @Nullable Set<SuspensionStore.Token> suspended; // null before the first look

  HeldReports(Connection connection) {
    this.connection = connection;
  }

  /** Finds out whether any token is suspended: mostly none is, and then nothing is locked. */
  void look(Tx.Together together) {
    maybeSuspended = false;
    suspensions.isAny(together, () -> maybeSuspended = true);
  }

  /** Locks the suspensions, which everybody does before what is held because of them. */
  void lock() throws SQLException {
    isSuspended(null, null);
  }

  /** Tells whether operators have suspended the token that was paid with. */
  boolean isSuspended(OnChainTransaction transaction) throws SQLException {
    return isSuspended(transaction.chainId(), transaction.token());
  }

  boolean isSuspended(@Nullable Long chainId, @Nullable String token) throws SQLException {
    if (!maybeSuspended) {
      return false;
    }
    Set<SuspensionStore.Token> all = suspended;
    if (all == null) {
      all = suspensions.lock(connection);
      suspended = all;
    }
    return all.contains(new SuspensionStore.Token(chainId, token));
  }

  /** Stores the confirmation for a decision; returns false if it waits already. */
  boolean add(Report report, OnChainTransaction paid, Payment payment, Instant at)
      throws SQLException {
    String json = Objects.requireNonNull(ReportStore.json(report));
    String token = Objects.requireNonNull(paid.token());
    boolean isFirst =
        store.insert(
            connection,
            new Held(
                payment.merchantId(),
                payment.id(),
                report.eventRef(),
                Objects.requireNonNull(paid.chainId()),
                token,
                json,
                report.occurredAt(),
                at,
                null));
    if (isFirst) {
      Payment byThis = SettlementLedger.byThis(payment, json);
      flagged.add(new Flagged(byThis, PaymentFlag.held, token, paid.hash()));
    }
    return isFirst;
  }

  /** Tells whether operators still have to decide about something of the payment. */
  boolean isWaiting(Payment payment) throws SQLException {
    return store.isWaiting(connection, payment.merchantId(), payment.id());
  }

  /** Returns what to tell of those that are new. */
  List<Flagged> flagged() {
    return flagged;
  }
}
