package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.payment.Payment;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.ShardQueues;
import dev.paylink.platform.trace.Span;
import dev.paylink.settlement.figures.FlagLetters;
import dev.paylink.settlement.figures.Flagged;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.TransferStore;
import dev.paylink.webhook.event.FirstAttempts;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Applies outcomes by group commit: those that arrive together share one transaction and one disk
 * flush, and each is answered only after it.
 *
 * <ul>
 *   <li>The reference, the payment, its invoice, the event, its delivery, the customer's receipt
 *       and what the merchant has to look at are stored together or not at all.
 *   <li>A reference is applied once, whatever races, on however many nodes: it is looked up under
 *       the merchant's counter lock, and a primary key backs it. What final blocks have, and was
 *       taken back since, is recorded by another name and applied again.
 *   <li>A transfer settles one payment, whatever races: it is looked up first, and a primary key
 *       backs it. A batch that collides with another node there is redone.
 *   <li>Listeners are called, and webhooks sent, after the commit, never before. If the process
 *       dies in between, another look finds the events and the queue the webhooks.
 * </ul>
 */
public final class ApplyReport implements AutoCloseable {
  public static final int QUEUE_CAPACITY = 4096;
  private static final int MAX_BATCH = 512;
  private static final int MAX_ATTEMPTS = 3;

  private final Jdbi jdbi;
  private final Currencies currencies;
  private final EventBody body;
  private final MoneyAlert alert = new MoneyAlert();
  private final @Nullable ReceiptLetters receipts;
  private final FlagLetters flags;
  private final BusinessClock clock;
  private final Listener listener;
  private final ShardQueues<PaymentChange, PaymentChange.Result> batcher;

  /**
   * Creates the writer of outcomes.
   *
   * @param receipts sends receipts to customers; null where none are sent
   * @param flags writes to merchants
   * @param listener told on the writer's thread: must not block
   */
  public ApplyReport(
      Database database,
      Currencies currencies,
      boolean testMode,
      @Nullable ReceiptLetters receipts,
      FlagLetters flags,
      Listener listener) {
    this.jdbi = database.workers();
    this.currencies = currencies;
    this.body = new EventBody(testMode);
    this.receipts = receipts;
    this.flags = flags;
    this.clock = database.clock();
    this.listener = listener;
    Shards shards = Shards.of(jdbi);
    this.batcher =
        new ShardQueues<>(
            "settlement-writer",
            shards.queues(),
            change -> shards.queueOf(change.paymentId().merchantBits()),
            name ->
                new Batcher<>(
                    name,
                    QUEUE_CAPACITY,
                    MAX_BATCH,
                    database.patience(),
                    Duration.ZERO, // the next batch gathers during the disk flush
                    this::applyAll));
  }

  /** Called with what was committed on this node. */
  public interface Listener {
    /**
     * Tells of a commit.
     *
     * @param payments those that may have changed
     * @param haveNews merchants with new events
     */
    void committed(List<PaymentId> payments, Set<MerchantId> haveNews);

    /** Returns what this node will send at once of the events of a transaction. */
    default FirstAttempts firstAttempts() {
      return FirstAttempts.NONE;
    }
  }

  /** The results of a transaction, the merchants who have new events, and the new flags. */
  private record Applied(
      List<PaymentChange.Result> results,
      Set<MerchantId> haveNews,
      List<Payment> ofSuspended,
      List<Flagged> flagged) {}

  /** Applies the report; blocks until the result is on disk. */
  public ReportResult handle(Report report) {
    return (ReportResult) ask(report, report.type().text());
  }

  Cancel.Result cancel(Cancel cancel) {
    return (Cancel.Result) ask(cancel, "cancel");
  }

  /**
   * Applies many outcomes that the chain watcher has proven, in one transaction on the caller's
   * thread, together with work of the caller: both are on disk when this returns, or neither. The
   * work runs last, under the locks of the merchants concerned; if it throws, everything is rolled
   * back.
   */
  public List<ReportResult> handleAll(List<Report> reports, Consumer<Handle> work) {
    return handleAll(reports, (handle, payment) -> false, work);
  }

  /**
   * Applies many outcomes as above, and flags payments that two transfers have paid.
   *
   * @param isPaidTwice asked about payments that are a success, before the work, under the same
   *     locks
   */
  public List<ReportResult> handleAll(
      List<Report> reports, BiPredicate<Handle, Payment> isPaidTwice, Consumer<Handle> work) {
    return apply(
            reports,
            handle -> new Evidence.Proven(payment -> isPaidTwice.test(handle, payment)),
            (handle, results) -> work.accept(handle))
        .stream()
        .map(ReportResult.class::cast)
        .toList();
  }

  /**
   * Applies outcomes that the chain watcher has proven in blocks that are not final; otherwise as
   * above.
   *
   * @param work gets the reports that were applied
   */
  public void handleEarly(List<Report> reports, BiConsumer<Handle, List<Report>> work) {
    apply(
        reports,
        handle -> new Evidence.Early(),
        (handle, results) -> {
          List<Report> applied = new ArrayList<>();
          for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof ReportResult.Recorded recorded && recorded.applied()) {
              applied.add(reports.get(i));
            }
          }
          work.accept(handle, applied);
        });
  }

  /**
   * Makes a success of what has come, in a transaction of its own.
   *
   * @param work done together with it, if it is accepted now
   */
  public Accept.Result accept(Accept accept, BiConsumer<Handle, Payment> work) {
    return (Accept.Result)
        apply(
                List.of(accept),
                handle -> new Evidence.Reported(),
                (handle, results) -> {
                  if (results.getFirst() instanceof ReportResult.Recorded recorded
                      && recorded.applied()) {
                    work.accept(handle, recorded.payment());
                  }
                })
            .getFirst();
  }

  /**
   * Counts final transfers that came to payments' addresses, on the caller's thread.
   *
   * @param record records them, under the locks of the payments' merchants, and returns those that
   *     are new; if it throws, everything is rolled back
   */
  public void credit(Set<PaymentId> payments, Function<Handle, List<ReceivedTransfer>> record) {
    change(
        "credit transfers of " + payments.size() + " payments",
        payments,
        (handle, ledger, batch) -> new CreditedTransfers(ledger, batch).add(record.apply(handle)));
  }

  /**
   * Ends a refund of the payment, on the caller's thread. What it would have given back is there
   * again, and may be too much.
   *
   * @param work ends it, under the lock of the payment's merchant
   */
  public void endRefund(PaymentId payment, Consumer<Handle> work) {
    Set<PaymentId> payments = Set.of(payment);
    change(
        "end a refund of " + payment,
        payments,
        (handle, ledger, batch) -> {
          ledger.lock(); // before the refund, as everybody does
          work.accept(handle);
          batch.noteSurplus(payments);
        });
  }

  /** What a transaction of somebody else has flagged. */
  public record Noted(Set<MerchantId> haveNews, List<Flagged> flagged) {}

  /**
   * Flags those of the payments that have too much because refunds of them have ended, in the
   * caller's transaction, which has the locks of their merchants. Alert after its commit.
   */
  public Noted noteSurplus(Handle handle, Set<PaymentId> payments, FirstAttempts firstAttempts)
      throws SQLException {
    if (payments.isEmpty()) {
      return new Noted(Set.of(), List.of());
    }
    SettlementLedger ledger =
        new SettlementLedger(Tx.of(handle), payments, currencies, clock, firstAttempts);
    ReportBatch batch = ReportBatch.of(ledger, currencies, body);
    batch.noteSurplus(payments);
    Applied applied = stored(handle, batch);
    return new Noted(applied.haveNews, applied.flagged);
  }

  /** Alerts the operator to what was flagged there. */
  public void alert(Noted noted) {
    alert.tell(List.of(), noted.flagged);
  }

  /** A transaction that has settled a payment. */
  public record Settled(PaymentId payment, long chainId, Bytes32 hash) {
    boolean has(ReceivedTransfer row) {
      return row.transfer().chainId() == chainId && row.transfer().hash().equals(hash);
    }
  }

  /**
   * Takes money off whose blocks are gone, in the caller's transaction. The payments keep their
   * status: the operator gets their ids, and the chain is read again. They are flagged as held
   * where something of them still is.
   *
   * @param payments all that are concerned: their merchants are locked first, before anything of
   *     the chain, as everybody does
   * @param settled the transactions in these blocks that have settled one of them
   * @param forget forgets, under these locks, also what was held, and returns the transfers to
   *     addresses that are gone
   */
  public void forget(
      Handle handle,
      Set<PaymentId> payments,
      List<Settled> settled,
      Supplier<List<ReceivedTransfer>> forget) {
    SettlementLedger ledger =
        DatabaseWork.run(
            () -> "lock the merchants of " + payments.size() + " payments",
            () -> {
              SettlementLedger opened =
                  new SettlementLedger(
                      Tx.of(handle), payments, currencies, clock, FirstAttempts.NONE);
              opened.held().lock();
              return opened;
            });
    List<ReceivedTransfer> gone = forget.get();
    if (!gone.stream().allMatch(row -> payments.contains(row.paymentId()))) {
      throw new Unavailable("another watcher of the chain has recorded transfers meanwhile", null);
    }
    DatabaseWork.run(
        () -> "forget " + gone.size() + " transfers and " + settled.size() + " settlements",
        () -> {
          CreditedTransfers.remove(ledger, gone);
          CreditedTransfers.removeSettled(ledger, settled);
          HeldStore held = new HeldStore();
          for (Held sum : held.sums(handle, payments)) {
            if (!ledger.isStillHeld(sum)) {
              held.delete(handle, sum);
            }
          }
          ledger.flagHeld(held.among(handle, payments));
          return ledger.store(together -> {});
        });
  }

  /** Applies confirmations that were held, as operators decided; otherwise as above. */
  public void handleDecided(List<Report> reports, Consumer<Handle> work) {
    apply(reports, handle -> new Evidence.Decided(), (handle, results) -> work.accept(handle));
  }

  public int queueDepth() {
    return batcher.depth();
  }

  public void meter(MeterRegistry registry) {
    batcher.meter(registry);
    alert.meter(registry);
  }

  @Override
  public void close() {
    batcher.close();
  }

  private PaymentChange.Result ask(PaymentChange change, String what) {
    Span caller = Span.current();
    if (caller == null) {
      return batcher.ask(change);
    }
    Span span = Span.below("settle");
    if (span == null) { // webhooks join the trace that nobody records, too
      return batcher.ask(change.causedBy(caller));
    }
    try (span) {
      span.put("paylink.outcome", what);
      span.put("paylink.payment_id", change.paymentId().toString());
      span.linkToCauseOf(change.paymentId());
      return batcher.ask(change.causedBy(span));
    }
  }

  private List<PaymentChange.Result> applyAll(List<PaymentChange> changes) {
    return apply(changes, handle -> new Evidence.Reported(), (handle, results) -> {});
  }

  /** Work of the caller that is done last, with the results, in the same transaction. */
  private interface Work extends BiConsumer<Handle, List<PaymentChange.Result>> {}

  private interface Attempt {
    Applied run(Handle handle, FirstAttempts firstAttempts) throws SQLException;
  }

  private List<PaymentChange.Result> apply(
      List<? extends PaymentChange> changes, Function<Handle, Evidence> evidence, Work work) {
    Applied applied =
        DatabaseWork.run(
            () -> "apply " + changes.size() + " reports",
            () ->
                repeated(
                    (handle, firstAttempts) -> {
                      Applied here =
                          stored(
                              handle,
                              ReportBatch.apply(
                                  Tx.of(handle),
                                  changes,
                                  evidence.apply(handle),
                                  currencies,
                                  body,
                                  clock,
                                  firstAttempts));
                      work.accept(handle, here.results);
                      return here;
                    }));
    tell(changes.stream().map(PaymentChange::paymentId).toList(), applied);
    return applied.results;
  }

  /** A change of payments whose ledger is open. */
  private interface Change {
    void make(Handle handle, SettlementLedger ledger, ReportBatch batch) throws SQLException;
  }

  /** Changes these payments in a transaction of its own, under the locks of their merchants. */
  private void change(String name, Set<PaymentId> payments, Change change) {
    Applied applied =
        DatabaseWork.run(
            () -> name,
            () ->
                repeated(
                    (handle, firstAttempts) -> {
                      SettlementLedger ledger =
                          new SettlementLedger(
                              Tx.of(handle), payments, currencies, clock, firstAttempts);
                      ReportBatch batch = ReportBatch.of(ledger, currencies, body);
                      change.make(handle, ledger, batch);
                      return stored(handle, batch);
                    }));
    tell(List.copyOf(payments), applied);
  }

  private void tell(List<PaymentId> payments, Applied committed) {
    listener.committed(payments, committed.haveNews);
    alert.tell(committed.ofSuspended, committed.flagged);
  }

  private Applied repeated(Attempt one) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try (FirstAttempts firstAttempts = listener.firstAttempts()) {
        Applied applied = jdbi.inTransaction(handle -> one.run(handle, firstAttempts));
        firstAttempts.start();
        return applied;
      } catch (TransferStore.TakenMeanwhile e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Applied stored(Handle handle, ReportBatch batch) throws SQLException {
    Set<MerchantId> haveNews = batch.store();
    if (receipts != null) {
      receipts.post(handle, batch.confirmations());
    }
    flags.post(handle, batch.flagged());
    return new Applied(batch.results(), haveNews, batch.ofSuspended(), batch.flagged());
  }
}
