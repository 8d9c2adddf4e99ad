package dev.paylink.payout;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PayoutId;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.api.Payments;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Tx;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.event.EventBook;
import dev.paylink.webhook.event.FirstAttempts;
import dev.paylink.webhook.settings.WebhookScope;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Applies reports about payouts: the one writer of payouts.
 *
 * <ul>
 *   <li>The first report of a state is applied, whatever races, on however many nodes: it is looked
 *       up under the merchant's event counter. Its event and delivery are stored with it, or none
 *       of them is.
 *   <li>A payout ends in the last of its states, in whatever order the reports come.
 *   <li>A payment is in one payout at most, of those that have not gone wrong.
 *   <li>Sums that do not agree are stored and flagged, never dropped.
 * </ul>
 */
public final class ApplyPayout {
  /** The most reports that are kept of one payout. */
  static final int MAX_REPORTS = 100;

  private static final Logger LOG = System.getLogger(ApplyPayout.class.getName());

  private final PayoutStore store = new PayoutStore();
  private final PayoutQueries queries = new PayoutQueries();
  private final PaymentStore paymentStore = new PaymentStore();
  private final Jdbi jdbi;
  private final BusinessClock clock;
  private final Payments payments;
  private final Webhooks webhooks;
  private final PayoutJson json;
  private final Counter flagged;

  ApplyPayout(
      Database database,
      Payments payments,
      Webhooks webhooks,
      PayoutJson json,
      MeterRegistry registry) {
    this.jdbi = database.jdbi();
    this.clock = database.clock();
    this.payments = payments;
    this.webhooks = webhooks;
    this.json = json;
    this.flagged =
        Counter.builder("paylink.payout.flagged")
            .description("payouts whose sums or reports do not agree; check each one")
            .register(registry);
  }

  /**
   * A payout after a report.
   *
   * @param applied whether the report was the first of its state
   * @param newFlag whether the payout had no flag before and has one now
   */
  public record Result(Payout payout, boolean applied, boolean newFlag) {}

  /**
   * Applies a report. Refuses with 404 an unknown merchant or payment, with 409 a payment that is
   * in another payout.
   *
   * @param by who reports it, for the record
   */
  public Result handle(PayoutReport report, String by) {
    return handle(report, by, handle -> {});
  }

  /** Applies a report in one transaction with work that comes first and may refuse it. */
  Result handle(PayoutReport report, String by, Consumer<Handle> first) {
    Result result;
    try (FirstAttempts firstAttempts = webhooks.firstAttempts()) {
      result =
          jdbi.inTransaction(
              handle -> {
                first.accept(handle);
                return apply(handle, report, by, firstAttempts);
              });
      firstAttempts.start();
    }
    tell(result);
    return result;
  }

  /** Tells those who wait; call after the commit. */
  void tell(Result result) {
    Payout payout = result.payout;
    if (result.applied) {
      webhooks.recorded(Set.of(payout.merchantId()));
      payments.waits().hintOthers();
    }
    warn(result);
  }

  /** Counts and logs a payout that does not agree since this report. */
  void warn(Result result) {
    Payout payout = result.payout;
    if (result.newFlag) {
      flagged.increment();
      LOG.log(
          Level.WARNING,
          "{0} of {1} does not agree: {2}; it brought {3} {4}, its payments {5}",
          payout.id(),
          payout.merchantId(),
          payout.flags(),
          payout.gross().toPlainString(),
          payout.currency(),
          payout.paymentsTotal());
    }
  }

  /** Returns the payout that the report is about, as it is now; null if it is new. */
  @Nullable Payout find(Handle handle, PayoutReport report) {
    return store.find(handle, report.merchantId(), report.payoutRef());
  }

  /** Returns whether a report of this state would be the first. */
  boolean isNew(Handle handle, PayoutReport report) {
    Payout payout = find(handle, report);
    return payout == null || !store.history(handle, payout).knows(report.status());
  }

  /** Applies a report in the caller's transaction, which calls {@link #tell} afterwards. */
  Result apply(Handle handle, PayoutReport report, String by, FirstAttempts firstAttempts) {
    MerchantId merchant = report.merchantId();
    try {
      EventBook book = EventBook.open(Tx.of(handle), Set.of(merchant), clock, firstAttempts);
      if (!book.isOf(merchant)) {
        throw PayoutReportParser.unknownMerchant();
      }
      Result result = apply(handle, book, report, by);
      book.close();
      return result;
    } catch (SQLException e) {
      throw new IllegalStateException("cannot apply a payout of " + merchant, e);
    }
  }

  private Result apply(Handle handle, EventBook book, PayoutReport report, String by) {
    // Reads are final only now, under the lock.
    Payout before = find(handle, report);
    PayoutHistory history = before == null ? PayoutHistory.NONE : store.history(handle, before);
    boolean applied = !history.knows(report.status());
    if (before != null && (history.has(report) || (!applied && history.size() >= MAX_REPORTS))) {
      return new Result(before, false, false);
    }
    PayoutHistory now = history.with(report);
    PaymentsInPayout inIt = queries.payments(handle, report.merchantId(), now.payments());
    Instant at = book.openedAt();
    Payout after =
        now.payout(
            before == null ? PayoutId.at(at) : before.id(),
            inIt,
            before == null ? at : before.createdAt(),
            at);
    if (applied) {
      move(handle, after, inIt);
    }
    if (before == null) {
      store.insert(handle, after);
    } else {
      store.update(handle, before, after);
    }
    store.insert(handle, after.id(), now.size(), applied, report, at, by);
    if (applied) {
      EventId id = book.newId();
      book.append(
          report.merchantId(),
          id,
          report.status().type(),
          WebhookScope.fiat_settlement,
          null,
          true,
          json.event(id, report, after, at));
    }
    boolean hadFlag = before != null && !before.flags().isEmpty();
    return new Result(after, applied, !hadFlag && !after.flags().isEmpty());
  }

  /** Gives the payments to a payout that carries them, or frees those of one that went wrong. */
  private void move(Handle handle, Payout payout, PaymentsInPayout inIt) {
    MerchantId merchant = payout.merchantId();
    inIt.requireAll(payout.payments());
    if (payout.status().isLive()) {
      inIt.requireNoneOfOthers(payout.id());
      paymentStore.movePayout(handle, merchant, inIt.of(null), null, payout.id());
    } else {
      paymentStore.movePayout(handle, merchant, inIt.of(payout.id()), payout.id(), null);
    }
  }
}
