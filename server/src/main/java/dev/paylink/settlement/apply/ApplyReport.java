package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currencies;
import dev.paylink.payment.Payment;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.ShardQueues;
import dev.paylink.platform.trace.Span;
import dev.paylink.webhook.event.FirstAttempts;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
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
 *       the merchant's counter lock, and a primary key backs it.
 *   <li>A transfer settles one payment, whatever races: it is looked up first, and a primary key
 *       backs it. A batch that collides with another node there is redone.
 *   <li>Listeners are told of new events after the commit, never before, and so are webhooks sent.
 *       If the process dies in between, another look finds the events and the queue the webhooks.
 * </ul>
 */
public final class ApplyReport implements AutoCloseable {
  public static final int QUEUE_CAPACITY = 4096;
  private static final int MAX_BATCH = 512;
  private static final int MAX_ATTEMPTS = 3;

  private final Jdbi jdbi;
  private final Currencies currencies;
  private final EventBody body;
  private final SuspendedAlert alert = new SuspendedAlert();
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

  /** Hears what was committed on this node. */
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

  /** The results of a transaction, and the merchants who have new events. */
  private record Applied(
      List<PaymentChange.Result> results, Set<MerchantId> haveNews, List<Payment> ofSuspended) {}

  /** Applies the report; blocks until the result is on disk. */
  public ReportResult handle(Report report) {
    return (ReportResult) ask(report, report.type().text());
  }

  CancelResult cancel(Cancel cancel) {
    return (CancelResult) ask(cancel, "cancel");
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
   * Applies many outcomes as above, and flags payments that were paid twice.
   *
   * @param isPaidTwice asked about payments that are a success, before the work, under the same
   *     locks
   */
  public List<ReportResult> handleAll(
      List<Report> reports, BiPredicate<Handle, Payment> isPaidTwice, Consumer<Handle> work) {
    return apply(
            reports,
            handle -> new Evidence.Proven(payment -> isPaidTwice.test(handle, payment)),
            work)
        .stream()
        .map(ReportResult.class::cast)
        .toList();
  }

  /** Applies confirmations that were held, as operators decided; otherwise as above. */
  public void handleDecided(List<Report> reports, Consumer<Handle> work) {
    apply(reports, handle -> new Evidence.Decided(), work);
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
    return apply(changes, handle -> new Evidence.Reported(), handle -> {});
  }

  private List<PaymentChange.Result> apply(
      List<? extends PaymentChange> changes,
      Function<Handle, Evidence> evidence,
      Consumer<Handle> work) {
    Applied applied =
        DatabaseWork.run(
            () -> "apply " + changes.size() + " reports",
            () -> applyOrRepeat(changes, evidence, work));
    listener.committed(changes.stream().map(PaymentChange::paymentId).toList(), applied.haveNews);
    alert.tell(applied.ofSuspended);
    return applied.results;
  }

  private Applied applyOrRepeat(
      List<? extends PaymentChange> changes,
      Function<Handle, Evidence> evidence,
      Consumer<Handle> work)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try (FirstAttempts firstAttempts = listener.firstAttempts()) {
        Applied applied =
            jdbi.inTransaction(handle -> apply(handle, changes, evidence, work, firstAttempts));
        firstAttempts.start();
        return applied;
      } catch (TransferStore.TakenMeanwhile e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Applied apply(
      Handle handle,
      List<? extends PaymentChange> changes,
      Function<Handle, Evidence> evidence,
      Consumer<Handle> work,
      FirstAttempts firstAttempts)
      throws SQLException {
    ReportBatch batch =
        ReportBatch.apply(
            Tx.of(handle), changes, evidence.apply(handle), currencies, body, clock, firstAttempts);
    Set<MerchantId> haveNews = batch.store();
    if (receipts != null) {
      receipts.post(handle, batch.confirmations());
    }
    flags.post(handle, batch.flagged());
    work.accept(handle);
    return new Applied(
        batch.results(), haveNews, alert.find(handle.getConnection(), batch.confirmations()));
  }
}
