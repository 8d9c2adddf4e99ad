package dev.paylink.settlement.apply;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.trace.Span;
import dev.paylink.settlement.figures.Flagged;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.Transfer;
import dev.paylink.webhook.event.FirstAttempts;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of changes, decided one after the other: each change sees the effects of the
 * earlier ones in the batch.
 */
public final class ReportBatch {
  private static final Logger LOG = System.getLogger(ReportBatch.class.getName());
  private static final String SETTLED_ANOTHER = "transaction has settled another payment";

  private static final String OVERPAID = "payment.overpaid";

  /** The reason of a confirmation by a merchant's tolerance. */
  static final String FORGIVEN = "tolerated";

  /** Begins the references of confirmations by parts that are whole together. */
  static final String SUMMED = "summed";

  private static final String HELD = "payment.held";

  private final SettlementLedger ledger;
  private final Evidence evidence;
  private final Currencies currencies;
  private final EventBody body;
  private final List<PaymentChange.Result> results = new ArrayList<>();
  private final List<Confirmation> confirmations = new ArrayList<>();
  private List<Flagged> flagged = List.of();
  private List<Payment> ofSuspended = List.of();

  private ReportBatch(
      SettlementLedger ledger, Evidence evidence, Currencies currencies, EventBody body) {
    this.ledger = ledger;
    this.evidence = evidence;
    this.currencies = currencies;
    this.body = body;
  }

  /** A payment as a confirmation left it, and the reported transaction. */
  record Confirmation(Payment payment, @Nullable OnChainTransaction transaction) {}

  public static ReportBatch apply(
      Connection connection,
      List<? extends PaymentChange> changes,
      Currencies currencies,
      EventBody body)
      throws SQLException {
    return apply(
        new Tx(connection, new Shards()),
        changes,
        new Evidence.Reported(),
        currencies,
        body,
        new BusinessClock(),
        FirstAttempts.NONE);
  }

  /** Decides the changes, one after the other. */
  static ReportBatch apply(
      Tx tx,
      List<? extends PaymentChange> changes,
      Evidence evidence,
      Currencies currencies,
      EventBody body,
      BusinessClock clock,
      FirstAttempts firstAttempts)
      throws SQLException {
    ReportBatch batch =
        new ReportBatch(
            SettlementLedger.of(tx, changes, currencies, clock, firstAttempts),
            evidence,
            currencies,
            body);
    for (PaymentChange change : changes) {
      batch.results.add(
          switch (change) {
            case Report report -> batch.apply(report);
            case Cancel cancel -> batch.cancel(cancel);
            case Accept accept -> batch.accept(accept);
          });
    }
    return batch;
  }

  /** A batch that counts final transfers, whose ledger is open. */
  static ReportBatch of(SettlementLedger ledger, Currencies currencies, EventBody body) {
    return new ReportBatch(ledger, new Evidence.Proven(payment -> false), currencies, body);
  }

  /** Returns one result for each change, in their order. */
  public List<PaymentChange.Result> results() {
    return results;
  }

  /** Returns the confirmations that were applied, in their order. */
  List<Confirmation> confirmations() {
    return confirmations;
  }

  /** Returns the flags that are new, once the batch is stored. */
  List<Flagged> flagged() {
    return flagged;
  }

  /** Returns the confirmed payments of suspended merchants, once the batch is stored. */
  List<Payment> ofSuspended() {
    return ofSuspended;
  }

  /** Writes the changes; returns the merchants who have new events. */
  public Set<MerchantId> store() throws SQLException {
    flagged = new ArrayList<>(ledger.storeFlags());
    flagged.addAll(ledger.held().flagged());
    for (Flagged flag : flagged) {
      if (flag.kind() == PaymentFlag.overpaid) {
        tell(OVERPAID, flag.payment(), null);
      } else if (flag.kind() == PaymentFlag.held) {
        tell(HELD, flag.payment(), null);
      }
    }
    return ledger.store(together -> ofSuspended = MoneyAlert.find(together, confirmations));
  }

  private ReportResult apply(Report report) throws SQLException {
    LedgerEntry entry = ledger.find(report.paymentId());
    if (entry == null) {
      return new ReportResult.UnknownPayment();
    }
    if (evidence instanceof Evidence.Decided) {
      entry.unmark(PaymentFlag.held);
    }
    if (!ledger.isNew(report, entry)) {
      if (isProven(report) && entry.now().status() != PaymentStatus.success) {
        // Somebody took it back, and the chain has it: the chain has the last word.
        return recordOrHold(ledger.named(report, entry), entry);
      }
      noteReadAgain(report, entry);
      return new ReportResult.Recorded(entry.now(), false, ledger.transfers().isRepeated(report));
    }
    if (evidence instanceof Evidence.Early && !isEarly(report, entry)) {
      return new ReportResult.Recorded(entry.now(), false, false);
    }
    String mismatch = mismatch(report, entry);
    if (mismatch != null) {
      return refuseMismatch(report, entry, mismatch);
    }
    return isHeldSum(report, entry)
        ? decideSum(report, entry)
        : recordOrHold(forgiven(report, entry), entry);
  }

  /** Tells whether parts were held that a payment needs, and operators have decided about them. */
  private boolean isHeldSum(Report report, LedgerEntry entry) {
    return evidence instanceof Evidence.Decided
        && report.type() == OutcomeType.CONFIRMED
        && isOfSum(report)
        && entry.now().status() != PaymentStatus.success;
  }

  private static boolean isOfSum(Report report) {
    return Stream.of(SUMMED, FORGIVEN).anyMatch(it -> report.eventRef().startsWith(it + ':'));
  }

  /**
   * Confirms parts that were held, if those that are left are still enough: blocks may be gone, and
   * with them the part that is named. Where another suspended token is needed, too, lifting the
   * suspension of one leaves the decision about the other.
   */
  private ReportResult decideSum(Report report, LedgerEntry entry) throws SQLException {
    OnChainTransaction held = report.transaction();
    ReceivedTransfer last = ledger.paidInParts(entry, true);
    boolean isLess = last == null && isForgivable(entry);
    ReceivedTransfer by = isLess ? ledger.lastOfLess(entry) : last;
    if (held == null || by == null) {
      LOG.log(
          Level.WARNING, "{0} was held and is not whole any more: it waits", report.paymentId());
      if (ledger.held().isWaiting(entry.now())) {
        entry.mark(PaymentFlag.held); // in another token
      }
      return new ReportResult.Recorded(entry.now(), false, false);
    }
    Report now =
        confirmation(report.eventRef(), isLess ? FORGIVEN : null, entry, by, report.cause());
    OnChainTransaction paid = now.transaction();
    boolean isLifted = !ledger.held().isSuspended(held);
    return isLifted && paid != null && ledger.held().isSuspended(paid)
        ? hold(
            isLess ? tolerated(entry, by, report.cause()) : summed(entry, by, report.cause()),
            paid,
            entry)
        : record(now, entry);
  }

  /** Tells whether the merchant forgives what is missing of what has come. */
  private boolean isForgivable(LedgerEntry entry) throws SQLException {
    Payment now = entry.now();
    return now.isPartlyPaid() && ledger.rule(entry).forgives(now.amount(), now.money().amount());
  }

  /** Tells whether the report may be recorded before its block is final, or take that back. */
  private boolean isEarly(Report report, LedgerEntry entry) throws SQLException {
    PaymentStatus status = entry.now().status();
    return report.type() == OutcomeType.CONFIRMED
        ? status == PaymentStatus.submitted && toHold(report, entry) == null
        : status == PaymentStatus.success;
  }

  ReportResult recordOrHold(Report report, LedgerEntry entry) throws SQLException {
    OnChainTransaction paid = toHold(report, entry);
    return paid == null ? record(report, entry) : hold(report, paid, entry);
  }

  /** Returns the transaction of a confirmation that operators have to decide about; or null. */
  private @Nullable OnChainTransaction toHold(Report report, LedgerEntry entry)
      throws SQLException {
    OnChainTransaction transaction = report.transaction();
    return !(evidence instanceof Evidence.Decided)
            && report.type() == OutcomeType.CONFIRMED
            && transaction != null
            && entry.now().status() != PaymentStatus.success
            && ledger.held().isSuspended(transaction)
        ? transaction
        : null;
  }

  /** Keeps the confirmation; its reference stays free, so that it is new once it is decided. */
  private ReportResult hold(Report report, OnChainTransaction paid, LedgerEntry entry)
      throws SQLException {
    entry.mark(PaymentFlag.held);
    ledger.receivedHeld(report, paid, entry);
    if (ledger.held().add(report, paid, entry.now(), ledger.openedAt())) {
      LOG.log(
          Level.WARNING,
          "{0} was paid in {1}, which is suspended: operators have to decide about it",
          report.paymentId(),
          paid.token());
    }
    return new ReportResult.Recorded(entry.now(), false, false);
  }

  /** Turns an expiry into a confirmation if nothing is missing, or what is missing is forgiven. */
  private Report forgiven(Report report, LedgerEntry entry) throws SQLException {
    Payment now = entry.now();
    if (report.type() != OutcomeType.EXPIRED) {
      return report;
    }
    ReceivedTransfer last = now.status().isOpen() ? ledger.paidInParts(entry, true) : null;
    if (last != null) {
      return summed(entry, last, report.cause());
    }
    if (!isForgivable(entry)) {
      return report;
    }
    ReceivedTransfer less = ledger.lastOfLess(entry);
    return less == null
        ? confirmation(report.eventRef(), FORGIVEN, entry, null, report.cause())
        : tolerated(entry, less, report.cause());
  }

  /** Returns a confirmation with less than was asked for. */
  Report confirmation(String ref, String reason, LedgerEntry entry, @Nullable Span cause)
      throws SQLException {
    return confirmation(ref, reason, entry, ledger.lastOfLess(entry), cause);
  }

  /** Returns a confirmation by parts that are whole together, the last of which is this one. */
  Report summed(LedgerEntry entry, ReceivedTransfer last, @Nullable Span cause)
      throws SQLException {
    String ref = "%s:%s:%s".formatted(SUMMED, entry.now().id(), words(last));
    return ledger.named(confirmation(ref, null, entry, last, cause), entry);
  }

  /** Returns a confirmation by the merchant's tolerance, once this transfer has come. */
  Report tolerated(LedgerEntry entry, ReceivedTransfer came) throws SQLException {
    return tolerated(entry, Objects.requireNonNullElse(ledger.lastOfLess(entry), came), null);
  }

  private Report tolerated(LedgerEntry entry, ReceivedTransfer last, @Nullable Span cause)
      throws SQLException {
    String ref = "%s:%s:%s".formatted(FORGIVEN, entry.now().id(), words(last));
    return ledger.named(confirmation(ref, FORGIVEN, entry, last, cause), entry);
  }

  /** What is held waits once in each token, however often more of it comes. */
  private String words(ReceivedTransfer last) throws SQLException {
    Transfer transfer = last.transfer();
    return ledger.held().isSuspended(transfer.chainId(), last.token())
        ? "%s on chain %d".formatted(last.token(), transfer.chainId())
        : transfer.words();
  }

  private Report confirmation(
      String ref,
      @Nullable String reason,
      LedgerEntry entry,
      @Nullable ReceivedTransfer last,
      @Nullable Span cause)
      throws SQLException {
    if (last != null) {
      ledger.transfers().find(last.transfer());
    }
    return new Report(
        ref,
        OutcomeType.CONFIRMED,
        entry.now().id(),
        null,
        reason,
        last == null ? null : OnChainTransaction.of(last, entry.payee(), decimals(entry)),
        cause);
  }

  /** Cancels the payment; a failed one stays as it is, since there is nothing to cancel. */
  private Cancel.Result cancel(Cancel cancel) throws SQLException {
    LedgerEntry entry = ledger.find(cancel.paymentId());
    if (entry == null || !entry.now().merchantId().equals(cancel.merchantId())) {
      return new ReportResult.UnknownPayment();
    }
    return switch (entry.now().status()) {
      case success -> new Cancel.NotOpen();
      case failed -> new ReportResult.Recorded(entry.now(), false, false);
      case created, submitted -> record(cancel.report(), entry);
    };
  }

  /** Makes a success of what has come, if it is what the merchant saw. */
  private Accept.Result accept(Accept accept) throws SQLException {
    LedgerEntry entry = ledger.find(accept.paymentId());
    if (entry == null || !entry.now().merchantId().equals(accept.merchantId())) {
      return new ReportResult.UnknownPayment();
    }
    if (!ledger.isNew(accept, entry)) {
      return ledger.isSame(accept)
          ? new ReportResult.Recorded(entry.now(), false, true)
          : new Accept.OtherUse();
    }
    BigDecimal came = entry.now().received();
    if (entry.now().status() == PaymentStatus.success
        || came == null
        || came.signum() == 0
        || ledger.isGivenBack(entry)) {
      return new Accept.NotAcceptable();
    }
    if (came.compareTo(accept.received()) != 0) {
      return new Accept.Changed(came);
    }
    Report report = confirmation(accept.eventRef(), accept.reason(), entry, accept.cause());
    return toHold(report, entry) == null ? record(report, entry) : new Accept.NotAcceptable();
  }

  private @Nullable String mismatch(Report report, LedgerEntry entry) {
    OnChainTransaction transaction = report.transaction();
    if (!(evidence instanceof Evidence.Reported)
        || report.type() != OutcomeType.CONFIRMED
        || transaction == null) {
      return null;
    }
    String differs = Mismatch.of(entry.now(), entry.payee(), transaction, currency(entry));
    if (!ledger.transfers().hasSettledAnother(report)) {
      return differs;
    }
    return differs == null ? SETTLED_ANOTHER : differs + "; " + SETTLED_ANOTHER;
  }

  /** Refuses the report; its reference stays free, so that the right report can still use it. */
  private ReportResult refuseMismatch(Report report, LedgerEntry entry, String mismatch)
      throws SQLException {
    if (ledger.refuse(report, entry, mismatch)) {
      LOG.log(
          Level.ERROR,
          "settlement mismatch of {0}, reported as {1}: {2}",
          report.paymentId(),
          report.eventRef(),
          mismatch);
    }
    return new ReportResult.Mismatch(mismatch);
  }

  ReportResult.Recorded record(Report report, LedgerEntry entry) throws SQLException {
    PaymentStatus before = entry.now().status();
    PaymentStatus after = changesNothing(report, entry.now()) ? null : report.type().after(before);
    boolean repeated = ledger.transfers().isRepeated(report);
    boolean second = before == PaymentStatus.success && isSecond(report, entry);
    boolean confirms =
        report.type() == OutcomeType.CONFIRMED && (after != null || second || isProven(report));
    if (confirms && after == null && !second) {
      ledger.settledElsewhere(report, entry);
    } else if (confirms) {
      ledger.settled(report, entry);
    }
    if (confirms && entry.isOver() && ledger.isShortOfRefunds(entry)) {
      after = null; // what was given back does not pay again: the merchant has to look at it
    }
    ledger.report(report, entry, after != null);
    if (before == PaymentStatus.success && after == PaymentStatus.failed) {
      ledger.takeBack(report, entry);
    }
    if (after != null) {
      change(report, entry, after);
    }
    if (second && ledger.hasMore(entry)) {
      ledger.overpaid(report, entry);
    }
    noteSurplus(entry);
    return new ReportResult.Recorded(entry.now(), after != null, repeated);
  }

  /** Flags a success that has more than its amount, in whichever way it came. */
  void noteSurplus(LedgerEntry entry) throws SQLException {
    if (ledger.hasSurplus(entry)) {
      ledger.overpaid(entry, decimals(entry));
    }
  }

  void noteSurplus(Set<PaymentId> payments) throws SQLException {
    for (PaymentId payment : payments) {
      LedgerEntry entry = ledger.find(payment);
      if (entry != null) {
        noteSurplus(entry);
      }
    }
  }

  /** Flags what comes to a success of which all was given back: nobody waits for it. */
  void noteMore(LedgerEntry entry, BigDecimal more) throws SQLException {
    if (!entry.now().flags().contains(PaymentFlag.overpaid)
        && !ledger.rule(entry).isDust(entry.now().amount(), more)) {
      ledger.overpaid(entry, decimals(entry));
    }
  }

  /** Whether the status stays as it is. Operators end what is held, and no success. */
  private boolean changesNothing(Report report, Payment now) {
    boolean isSuccess = now.status() == PaymentStatus.success;
    return switch (report.type()) {
      case CONFIRMED -> isSuccess && !(evidence instanceof Evidence.Reported);
      case FAILED ->
          evidence instanceof Evidence.Decided
              && (isSuccess || Objects.equals(report.reason(), now.failureReason()));
      case SUBMITTED, EXPIRED, DROPPED -> false;
    };
  }

  /**
   * What was forgotten and is read again after a halt has come again. It was reported as the first;
   * it is the second if another one was read meanwhile.
   */
  private void noteReadAgain(Report report, LedgerEntry entry) throws SQLException {
    if (isProven(report) && entry.now().status() == PaymentStatus.success) {
      ledger.settled(report, entry);
      if (isSecond(report, entry) && ledger.hasMore(entry)) {
        ledger.overpaid(report, entry);
      }
      noteSurplus(entry);
    }
  }

  /** Whether it names a transfer that the chain has: money came, whatever else it changes. */
  private boolean isProven(Report report) {
    return evidence instanceof Evidence.Proven
        && report.type() == OutcomeType.CONFIRMED
        && report.transfer() != null;
  }

  private boolean isSecond(Report report, LedgerEntry entry) throws SQLException {
    return report.type() == OutcomeType.CONFIRMED
        && switch (evidence) {
          case Evidence.Decided decided ->
              !isOfSum(report)
                  && ledger.transfers().isSecond(report, entry.now())
                  && !ledger.isInSum(report, entry); // noteSurplus judges the sum
          case Evidence.Reported reported -> ledger.transfers().isSecond(report, entry.now());
          case Evidence.Early early -> false;
          case Evidence.Proven proven -> proven.isPaidTwice().test(entry.now());
        };
  }

  private void change(Report report, LedgerEntry entry, PaymentStatus status) {
    Payment before = entry.now();
    entry.become(
        before.with(
            status,
            before.invoiceStatus(), // follows from the status
            amount(report, entry),
            status == PaymentStatus.failed ? report.reason() : null,
            ReportStore.json(report),
            ledger.openedAt()));
    if (before.status() != PaymentStatus.success && entry.isDuplicate()) {
      ledger.paidAgain(report, entry);
    }
    if (entry.now().flags().contains(PaymentFlag.underpaid)) {
      ledger.endedShort(report, entry);
    }
    if (report.type() == OutcomeType.CONFIRMED) {
      confirmations.add(new Confirmation(entry.now(), report.transaction()));
    }
    if (report.type().isTold()) {
      tell(report.type().text(), entry.now(), report.cause());
    }
  }

  void tell(String type, Payment payment, @Nullable Span cause) {
    EventId id = body.tell(ledger.book(), type, payment, json -> {});
    if (cause != null) {
      cause.causes(id);
    }
  }

  /** Returns the payment's amount; if it had none, the confirmed amount becomes it. */
  private @Nullable BigDecimal amount(Report report, LedgerEntry entry) {
    BigDecimal asked = entry.now().amount();
    OnChainTransaction told = report.transaction();
    return asked == null
            && report.type() == OutcomeType.CONFIRMED
            && told != null
            && told.amount() != null
        ? Mismatch.chosen(told.amount(), currency(entry))
        : asked;
  }

  int decimals(LedgerEntry entry) {
    Currency currency = currency(entry);
    return currency == null ? 0 : currency.decimals();
  }

  private @Nullable Currency currency(LedgerEntry entry) {
    return currencies.find(entry.now().currency());
  }
}
