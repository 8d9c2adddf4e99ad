package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.OutcomeQueries;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.EventBody;
import dev.paylink.settlement.figures.DoneFlags;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.received.Movement;
import dev.paylink.settlement.received.MovementStore;
import dev.paylink.webhook.event.EventBook;
import dev.paylink.webhook.event.FirstAttempts;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Applies what the chain watcher has proven about refunds.
 *
 * <ul>
 *   <li>The change, its event, its delivery and its letters are stored together with the caller's
 *       own work, or not at all.
 *   <li>A settlement is reported once for each block that holds it, however often it is read.
 *   <li>It is one line of the books, however often its block is replaced. If it never comes back,
 *       it gets a second line that takes it off.
 *   <li>What a refund that has ended would have given back is there again: if that makes the
 *       payment one that has too much, it is flagged in the same transaction.
 *   <li>The chain decides: a refund that was canceled, or had failed on blocks that were replaced,
 *       is settled when a final block has paid it.
 * </ul>
 */
public final class ApplyRefunds {
  private static final Logger LOG = System.getLogger(ApplyRefunds.class.getName());
  private static final String SETTLED = "refund.settled";
  private static final String FAILED = "refund.failed";

  private final RefundWatchQueries watched = new RefundWatchQueries();
  private final RefundStore store = new RefundStore();
  private final RefundQueries queries = new RefundQueries();
  private final OutcomeQueries payments = new OutcomeQueries();
  private final MovementStore books = new MovementStore();
  private final PaymentDayStore days = new PaymentDayStore();
  private final DoneFlags doneFlags = new DoneFlags();
  private final Jdbi jdbi;
  private final BusinessClock clock;
  private final EventBody body;
  private final RefundLetters letters;
  private final ApplyReport reports;
  private final ApplyReport.Listener listener;

  public ApplyRefunds(
      Database database,
      boolean testMode,
      RefundLetters letters,
      ApplyReport reports,
      ApplyReport.Listener listener) {
    this.jdbi = database.workers();
    this.clock = database.clock();
    this.body = new EventBody(testMode);
    this.letters = letters;
    this.reports = reports;
    this.listener = listener;
  }

  /** A refund that a final block has paid. */
  public record Settlement(
      RefundWatchQueries.Key key, Bytes32 transaction, long block, Bytes32 blockHash) {}

  /** A transaction that pays a refund, in a block that may be replaced. */
  public record Sighting(RefundWatchQueries.Key key, Bytes32 transaction) {}

  /**
   * A refund as its event tells of it, with what was given back in all until then.
   *
   * @param type null if there is no event: what was given back in all may have changed
   */
  private record News(Refund refund, @Nullable String type, BigDecimal total) {}

  /** What has changed, and the payments of which a refund has ended. */
  private record Changes(List<News> news, Set<PaymentId> released) {
    static Changes none() {
      return new Changes(new ArrayList<>(), new HashSet<>());
    }
  }

  /** The news to pass on after the commit. */
  private record Told(Set<PaymentId> changed, Set<MerchantId> haveNews, ApplyReport.Noted noted) {}

  /** Decides, under the locks of the merchants, what changes. */
  private interface Decision {
    void decide(Handle handle, Instant at, Changes changes);
  }

  /** Settles the refunds. The work runs last; if it throws, everything is rolled back. */
  public void settle(List<Settlement> settlements, Consumer<Handle> work) {
    Set<MerchantId> merchants = new HashSet<>();
    settlements.forEach(settlement -> merchants.add(settlement.key.merchant()));
    change(
        merchants,
        (handle, at, changes) ->
            settlements.forEach(settlement -> settle(handle, settlement, at, changes.news)),
        work);
  }

  private void settle(Handle handle, Settlement settlement, Instant at, List<News> news) {
    RefundWatchQueries.Locked found = lock(handle, settlement.key);
    if (found == null || !store.settle(handle, found.refund().paymentId(), settlement, at)) {
      return; // read again
    }
    Refund before = found.refund();
    if (!before.open()) {
      LOG.log(
          Level.ERROR,
          "{0} was given up as {1} and is settled now by {2}: compare what {3} was refunded",
          before.id(),
          before.status(),
          settlement.transaction,
          before.paymentId());
    }
    Refund now = before.with(RefundStatus.settled, settlement.transaction, settlement.block, at);
    boolean isElsewhere = !settlement.blockHash.equals(found.settledIn());
    news.add(news(handle, now, isElsewhere ? SETTLED : null));
    if (found.settledIn() == null) {
      count(handle, now, Movement.Kind.refunded, at);
    }
  }

  /** Locks the payment before its refund, as everybody does; returns null if there is none. */
  private RefundWatchQueries.@Nullable Locked lock(Handle handle, RefundWatchQueries.Key key) {
    Refund refund = queries.find(handle, key.merchant(), key.id());
    if (refund == null) {
      return null;
    }
    store.lockPayment(handle, key.merchant(), refund.paymentId());
    return watched.lock(handle, key);
  }

  /** Adds a refund to the books, or takes it off again. */
  private void count(Handle handle, Refund refund, Movement.Kind kind, Instant at) {
    boolean isOut = kind == Movement.Kind.refunded;
    BigDecimal amount = isOut ? refund.amount() : refund.amount().negate();
    Movement line =
        new Movement(
            refund.merchantId(),
            refund.paymentId(),
            kind,
            refund.chainId(),
            refund.token(),
            amount.negate(),
            refund.currency(),
            refund.transaction(),
            null,
            refund.id(),
            isOut ? null : "replaced");
    try {
      Tx.Together together = Tx.of(handle).together();
      days.add(together, List.of(), books.add(together, List.of(line), at), at);
      together.run();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot enter " + refund.id() + " in the books", e);
    }
  }

  /** Counts at once: the next refund of the same payment is not part of this one's sum. */
  private News news(Handle handle, Refund refund, @Nullable String type) {
    return new News(
        refund, type, queries.refunded(handle, refund.merchantId(), refund.paymentId()));
  }

  /** Ends refunds that can no longer be settled: their amounts can be refunded again. */
  public void end(List<RefundWatchQueries.Key> ended, Consumer<Handle> work) {
    Set<MerchantId> merchants = new HashSet<>();
    ended.forEach(refund -> merchants.add(refund.merchant()));
    change(
        merchants,
        (handle, at, changes) -> ended.forEach(refund -> end(handle, refund, at, changes)),
        work);
  }

  private void end(Handle handle, RefundWatchQueries.Key key, Instant at, Changes changes) {
    RefundWatchQueries.Locked found = lock(handle, key);
    if (found == null || !store.end(handle, key, at)) {
      return;
    }
    Refund refund = found.refund();
    changes.released.add(refund.paymentId());
    if (found.settledIn() != null) { // in a block that is gone, and it never came back
      count(handle, refund, Movement.Kind.refund_taken_back, at);
    }
    if (refund.status() != RefundStatus.canceled) {
      changes.news.add(news(handle, refund.with(RefundStatus.failed, null, null, at), FAILED));
    } else if (found.settledIn() != null) {
      changes.news.add(news(handle, refund, null));
    }
  }

  /** Notes what was seen, and what is no longer there. Nobody is notified: blocks come and go. */
  public void see(List<Sighting> seen, List<RefundWatchQueries.Key> gone, Consumer<Handle> work) {
    DatabaseWork.run(
        () -> "note " + (seen.size() + gone.size()) + " refunds",
        () ->
            jdbi.inTransaction(
                handle -> {
                  Instant at = clock.instant();
                  seen.forEach(it -> store.markSent(handle, it.key, it.transaction, at));
                  gone.forEach(it -> store.takeBack(handle, it, at));
                  work.accept(handle);
                  return true;
                }));
  }

  private void change(Set<MerchantId> merchants, Decision decision, Consumer<Handle> work) {
    if (merchants.isEmpty()) {
      return;
    }
    Told told =
        DatabaseWork.run(
            () -> "apply refunds",
            () -> {
              try (FirstAttempts firstAttempts = listener.firstAttempts()) {
                Told here =
                    jdbi.inTransaction(
                        handle -> change(handle, merchants, decision, work, firstAttempts));
                firstAttempts.start();
                return here;
              }
            });
    listener.committed(List.copyOf(told.changed), told.haveNews);
    reports.alert(told.noted);
  }

  private Told change(
      Handle handle,
      Set<MerchantId> merchants,
      Decision decision,
      Consumer<Handle> work,
      FirstAttempts firstAttempts)
      throws SQLException {
    Tx tx = Tx.of(handle);
    EventBook book = EventBook.open(tx, merchants, clock, firstAttempts);
    Changes changes = Changes.none();
    decision.decide(handle, book.openedAt(), changes);
    Map<PaymentId, MerchantId> owners = new HashMap<>();
    changes.news.forEach(it -> owners.put(it.refund.paymentId(), it.refund.merchantId()));
    Map<PaymentId, OutcomeQueries.Found> found =
        owners.isEmpty() ? Map.of() : payments.find(tx, owners);
    for (OutcomeQueries.Found its : found.values()) {
      doneFlags.count(tx.connection(), its.payment());
    }
    for (News it : changes.news) {
      Payment payment = Objects.requireNonNull(found.get(it.refund.paymentId())).payment();
      if (it.type != null) {
        tell(handle, book, it, it.type, payment);
      }
    }
    Set<MerchantId> haveNews = new HashSet<>(book.close());
    ApplyReport.Noted noted = reports.noteSurplus(handle, changes.released, firstAttempts);
    haveNews.addAll(noted.haveNews());
    work.accept(handle);
    Set<PaymentId> changed = new HashSet<>(owners.keySet());
    changed.addAll(changes.released);
    return new Told(changed, haveNews, noted);
  }

  private static String plain(BigDecimal sum, Refund refund) {
    return sum.setScale(Math.max(sum.scale(), refund.amount().scale())).toPlainString();
  }

  private void tell(Handle handle, EventBook book, News news, String type, Payment payment) {
    body.tell(
        book,
        type,
        payment,
        json ->
            json.put("refundedAmount", plain(news.total, news.refund))
                .putObject("refund", its -> RefundJson.put(its, news.refund)));
    letters.post(handle, news.refund, payment);
  }
}
