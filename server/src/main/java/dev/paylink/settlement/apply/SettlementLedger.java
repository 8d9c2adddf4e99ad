package dev.paylink.settlement.apply;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.money.Currencies;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.read.OutcomeQueries;
import dev.paylink.payment.reuse.LinkSumStore;
import dev.paylink.payment.reuse.ReusableLinkStore;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.apply.ReportStore.Ref;
import dev.paylink.settlement.figures.DoneFlags;
import dev.paylink.settlement.figures.FlagStore;
import dev.paylink.settlement.figures.Flagged;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.ReceivedTransferStore.Part;
import dev.paylink.settlement.received.SettlementRule;
import dev.paylink.settlement.received.SettlementRuleStore;
import dev.paylink.settlement.received.Transfer;
import dev.paylink.settlement.received.WholeSum;
import dev.paylink.webhook.event.EventBook;
import dev.paylink.webhook.event.FirstAttempts;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The payments, invoices and known references that the outcomes of one transaction concern: read
 * under the locks of their merchants, changed in memory, written once at the end.
 */
final class SettlementLedger {
  private final Tx tx;
  private final OutcomeQueries found = new OutcomeQueries();
  private final PaymentStore payments = new PaymentStore();
  private final InvoiceStore invoices = new InvoiceStore();
  private final PaymentDayStore days = new PaymentDayStore();
  private final LinkSumStore linkSums = new LinkSumStore();
  private final ReusableLinkStore links = new ReusableLinkStore();
  private final ReportStore store = new ReportStore();
  private final FlagStore flags = new FlagStore();
  private final DoneFlags doneFlags = new DoneFlags();

  private final @Nullable EventBook book; // null when none of the payments exists
  private final Set<Ref> known = new HashSet<>();
  private final Map<PaymentId, LedgerEntry> entries = new HashMap<>();
  private final Map<InvoiceId, LedgerEntry.Successes> successes = new LinkedHashMap<>();
  private final SettledTransfers transfers;
  private final List<ReportStore.Row> reports = new ArrayList<>();
  private final ReceivedTransfers received;
  private final List<Flagged> toFlag = new ArrayList<>();
  private final HeldReports held;

  /** Opens the payments of these changes. */
  static SettlementLedger of(
      Tx tx,
      List<? extends PaymentChange> batch,
      Currencies currencies,
      BusinessClock clock,
      FirstAttempts firstAttempts)
      throws SQLException {
    Set<PaymentId> ids = batch.stream().map(PaymentChange::paymentId).collect(Collectors.toSet());
    return new SettlementLedger(tx, ids, batch, currencies, clock, firstAttempts);
  }

  /** Opens these payments. */
  SettlementLedger(
      Tx tx,
      Set<PaymentId> ids,
      Currencies currencies,
      BusinessClock clock,
      FirstAttempts firstAttempts)
      throws SQLException {
    this(tx, ids, List.of(), currencies, clock, firstAttempts);
  }

  private SettlementLedger(
      Tx tx,
      Set<PaymentId> ids,
      List<? extends PaymentChange> batch,
      Currencies currencies,
      BusinessClock clock,
      FirstAttempts firstAttempts)
      throws SQLException {
    this.tx = tx;
    this.transfers = new SettledTransfers(tx);
    this.received = new ReceivedTransfers(tx.connection(), currencies);
    this.held = new HeldReports(tx.connection());
    Map<PaymentId, MerchantId> merchants = found.merchantsOf(tx, ids);
    if (merchants.isEmpty()) {
      this.book = null;
      return;
    }
    Tx.Together together = tx.together();
    this.book = EventBook.open(together, new HashSet<>(merchants.values()), clock, firstAttempts);
    // Reads are final only now, under the lock.
    store.known(together, refs(batch, merchants), known::add);
    transfers.find(together, batch);
    held.look(together);
    together.run();
    found
        .find(tx, merchants)
        .forEach(
            (id, found) -> {
              entries.put(id, new LedgerEntry(found, successes));
              if (found.hasNoTransfers()) {
                received.noneOf(id);
              }
            });
  }

  /** Returns the entry of a payment; null if there is no such payment. */
  @Nullable LedgerEntry find(PaymentId id) {
    return entries.get(id);
  }

  /** Returns false if its merchant already has a report with this reference. */
  boolean isNew(PaymentChange report, LedgerEntry entry) {
    return !known.contains(entry.ref(report));
  }

  /** Returns the report by a name that its merchant has none of: it may have come true before. */
  Report named(Report report, LedgerEntry entry) throws SQLException {
    if (isNew(report, entry)) {
      Tx.Together together = tx.together();
      store.known(together, List.of(entry.ref(report)), known::add);
      together.run();
    }
    return isNew(report, entry) ? report : report.again(openedAt());
  }

  /**
   * Stores the report; its reference is known from now on, and its transfer settles its payment
   * alone.
   */
  void report(Report report, LedgerEntry entry, boolean applied) {
    known.add(entry.ref(report));
    transfers.settle(report, entry.merchant());
    reports.add(new ReportStore.Row(entry.merchant(), report, applied, openedAt()));
  }

  /** Returns which payments the transfers settle. */
  SettledTransfers transfers() {
    return transfers;
  }

  /** Stores a refused report, whose reference stays free; returns true if it is the first. */
  boolean refuse(Report report, LedgerEntry entry, String mismatch) throws SQLException {
    entry.mark(PaymentFlag.mismatch);
    toFlag.add(flag(report, entry, PaymentFlag.mismatch, mismatch));
    return store.insertMismatch(tx.connection(), entry.merchant(), report, mismatch, openedAt());
  }

  /** Returns the confirmations that operators have to decide about. */
  HeldReports held() {
    return held;
  }

  /** Returns the payment as it is, with this transaction. */
  static Payment byThis(Payment now, @Nullable String transaction) {
    return now.with(
        now.status(),
        now.invoiceStatus(),
        now.amount(),
        now.failureReason(),
        transaction,
        now.updatedAt());
  }

  /** Notes that the report made a success of one more payment of an invoice that was paid. */
  void paidAgain(Report report, LedgerEntry entry) {
    toFlag.add(flag(report, entry, PaymentFlag.duplicate, null));
  }

  /** Notes that the report names a second transfer for a payment that is a success. */
  void overpaid(Report report, LedgerEntry entry) {
    Transfer transfer = Objects.requireNonNull(report.transfer());
    entry.mark(PaymentFlag.overpaid);
    toFlag.add(
        new Flagged(
            byThis(entry.now(), ReportStore.json(report)),
            PaymentFlag.overpaid,
            transfer.words(),
            transfer.hash().hex()));
  }

  /**
   * Counts the transfer that settled the payment, unless it is in the sum. Of a success without a
   * transfer the whole amount has come.
   */
  void settled(Report report, LedgerEntry entry) throws SQLException {
    Payment now = entry.now();
    Transfer transfer = report.transfer();
    OnChainTransaction told = report.transaction();
    BigDecimal amount = told == null || told.amount() == null ? now.amount() : told.amount();
    if (amount == null) {
      return;
    }
    if (transfer == null || told == null) {
      BigDecimal before = now.money().amount();
      if (before == null
          || (now.status() != PaymentStatus.success && before.compareTo(amount) < 0)) {
        received.addUnproven(now, told, before == null ? amount : amount.subtract(before));
        entry.receive(amount, true, openedAt());
      }
      return;
    }
    ReceivedTransfer row = row(entry, transfer, told.token(), amount, true);
    if (!received.isCounted(row, now)) {
      received.add(row);
      entry.receive(entry.receivedWith(amount), true, openedAt());
      if (row.isLate()) {
        cameLate(report, entry);
      }
    }
  }

  /** Tells whether the transfer that the report names came to the payment's address, and counts. */
  boolean isInSum(Report report, LedgerEntry entry) throws SQLException {
    Transfer transfer = report.transfer();
    OnChainTransaction told = report.transaction();
    return transfer != null
        && told != null
        && told.amount() != null
        && received.isCounted(row(entry, transfer, told.token(), told.amount(), true), entry.now());
  }

  /**
   * Counts the transfer that has settled a success, and is not a second one: it is the one that was
   * counted before, in another block now.
   */
  void settledElsewhere(Report report, LedgerEntry entry) throws SQLException {
    Transfer transfer = Objects.requireNonNull(report.transfer());
    List<ReceivedTransfer> before =
        received.settlements(entry.now()).stream()
            .filter(row -> row.transfer().chainId() == transfer.chainId())
            .toList();
    if (before.stream().noneMatch(row -> row.transfer().equals(transfer))) {
      CreditedTransfers.remove(this, before);
      settled(report, entry);
    }
  }

  /** Notes a transfer that came in a suspended token: it counts once operators have decided so. */
  void receivedHeld(Report report, OnChainTransaction paid, LedgerEntry entry) throws SQLException {
    Transfer transfer = report.transfer();
    BigDecimal amount = paid.amount();
    if (transfer != null && amount != null) {
      ReceivedTransfer row = row(entry, transfer, paid.token(), amount, false);
      if (!received.isCounted(row, entry.now())) {
        received.add(row);
      }
      if (entry.now().money().amount() == null) {
        entry.receive(BigDecimal.ZERO, false, openedAt()); // it has a transfer to show
      }
    }
  }

  private ReceivedTransfer row(
      LedgerEntry entry,
      Transfer transfer,
      @Nullable String token,
      BigDecimal amount,
      boolean counts) {
    return new ReceivedTransfer(
        entry.merchant(),
        entry.now().id(),
        transfer,
        token,
        amount,
        ReceivedTransfer.Source.settlement,
        entry.hasEnded(openedAt()),
        counts);
  }

  /** Notes that a reorganisation took what the payment was settled with. */
  void takeBack(Report report, LedgerEntry entry) throws SQLException {
    OnChainTransaction told = report.transaction();
    OnChainTransaction by =
        told == null || told.chainId() == null
            ? OnChainTransaction.stored(entry.now().transaction())
            : told;
    BigDecimal stays =
        received.takeBackSettlements(
            entry.now(), by == null ? null : by.chainId(), report.reason());
    boolean isPart = stays != null && !rule(entry).isDust(entry.now().amount(), stays);
    entry.receive(stays, isPart, openedAt());
  }

  /** Notes that a payment ended with some of its money. */
  void endedShort(Report report, LedgerEntry entry) {
    toFlag.add(flag(report, entry, PaymentFlag.underpaid, null));
  }

  private void cameLate(Report report, LedgerEntry entry) {
    entry.mark(PaymentFlag.late);
    toFlag.add(flag(report, entry, PaymentFlag.late, null));
  }

  /** Notes what has to be looked at about money that came to the payment's address. */
  void flag(LedgerEntry entry, PaymentFlag kind, ReceivedTransfer by) {
    if (kind == PaymentFlag.late) {
      entry.mark(kind);
    }
    toFlag.add(new Flagged(entry.now(), kind, null, by.transfer().hash().hex()));
  }

  /** Flags exactly these of the payments as held. */
  void flagHeld(Set<PaymentId> held) {
    entries.forEach(
        (id, entry) -> {
          if (held.contains(id)) {
            entry.mark(PaymentFlag.held);
          } else {
            entry.unmark(PaymentFlag.held);
          }
        });
  }

  /**
   * Tells whether the transfers that are left pay a payment together that is held because of them,
   * one of them in the token in which it is held.
   */
  boolean isStillHeld(Held sum) throws SQLException {
    LedgerEntry entry = Objects.requireNonNull(entries.get(sum.paymentId()));
    BigDecimal asked = entry.now().amount();
    List<Part> left = received.left(entry.now());
    List<Part> inToken =
        left.stream()
            .filter(it -> it.chainId() == sum.chainId() && sum.token().equals(it.token()))
            .toList();
    return asked != null
        && WholeSum.sum(inToken).signum() > 0
        && (!new WholeSum(asked, left).confirming(suspended(left), true).isEmpty()
            || (WholeSum.sum(left).compareTo(asked) < 0
                && rule(entry).forgives(asked, WholeSum.sum(left))));
  }

  /**
   * Tells whether it is a success that has more than its amount, and is not flagged for that. Dust
   * is nothing, and what a refund that is under way gives back is not there any more. Nor is what
   * was reported without its transfer: that may be one of those that are known.
   */
  boolean hasSurplus(LedgerEntry entry) throws SQLException {
    Payment now = entry.now();
    return now.surplus() != null
        && !now.flags().contains(PaymentFlag.overpaid)
        && !rule(entry)
            .isDust(
                now.amount(),
                now.surplus(payments.givenBack(tx.connection(), now).add(received.unproven(now))));
  }

  /** Tells whether more than its amount and dust has come, whatever was given back of it. */
  boolean hasMore(LedgerEntry entry) throws SQLException {
    BigDecimal asked = entry.now().amount();
    BigDecimal came = entry.now().money().amount();
    return asked == null || came == null || !rule(entry).isDust(asked, came.subtract(asked));
  }

  /** Notes that a success has more than its amount, and with which transfer. */
  void overpaid(LedgerEntry entry, int decimals) throws SQLException {
    entry.mark(PaymentFlag.overpaid);
    Payment now = entry.now();
    BigDecimal asked = Objects.requireNonNull(now.amount());
    BigDecimal kept = asked.add(payments.givenBack(tx.connection(), now));
    ReceivedTransfer beyond = received.beyond(now, kept.add(rule(entry).dustBelow(asked)));
    ReceivedTransfer by = beyond == null ? received.last(now) : beyond;
    toFlag.add(
        by == null
            ? new Flagged(now, PaymentFlag.overpaid, null, null)
            : new Flagged(
                byThis(now, OnChainTransaction.of(by, entry.payee(), decimals).json()),
                PaymentFlag.overpaid,
                by.transfer().words(),
                by.transfer().hash().hex()));
  }

  /** Returns the transfers that the payments got. */
  ReceivedTransfers received() {
    return received;
  }

  /** Returns the rule that the payment was created with. */
  SettlementRule rule(LedgerEntry entry) throws SQLException {
    return new SettlementRuleStore().at(tx.connection(), entry.merchant(), entry.now().createdAt());
  }

  /**
   * Returns the last of the transfers that pay a payment together ({@link WholeSum}); null if they
   * do not. If less has come than it asks for, nothing more is read.
   *
   * @param atEnd whether the time of an open payment is over
   */
  @Nullable ReceivedTransfer paidInParts(LedgerEntry entry, boolean atEnd) throws SQLException {
    Payment now = entry.now();
    BigDecimal asked = now.amount();
    BigDecimal came = now.money().amount();
    if (asked == null
        || came == null
        || came.compareTo(asked) < 0
        || now.status() == PaymentStatus.success
        || (!now.status().isOpen() && isShortOfRefunds(entry))) {
      return null;
    }
    WholeSum all = new WholeSum(asked, received.parts(now));
    Set<Part> suspended = suspended(all.parts());
    List<Part> by = now.status().isOpen() ? all.inTime().confirming(suspended, atEnd) : List.of();
    if (by.isEmpty() && (atEnd || !now.status().isOpen())) {
      by = all.confirming(suspended, false);
    }
    return by.isEmpty() ? null : received.last(now, by);
  }

  /**
   * Returns the last transfer of a payment that is taken for whole with less; null if none counts.
   * If less than the merchant forgives came without suspended tokens, it is the last in one of
   * them, so that operators decide.
   */
  @Nullable ReceivedTransfer lastOfLess(LedgerEntry entry) throws SQLException {
    Payment now = entry.now();
    List<Part> parts = received.parts(now);
    Set<Part> suspended = suspended(parts);
    if (suspended.isEmpty()) {
      return received.last(now);
    }
    List<Part> free = parts.stream().filter(part -> !suspended.contains(part)).toList();
    boolean isEnough = rule(entry).forgives(now.amount(), WholeSum.sum(free));
    return received.last(now, isEnough ? free : List.copyOf(suspended));
  }

  private Set<Part> suspended(List<Part> parts) throws SQLException {
    Set<Part> suspended = new HashSet<>();
    for (Part part : parts) {
      if (held.isSuspended(part.chainId(), part.token())) {
        suspended.add(part);
      }
    }
    return suspended;
  }

  /** Locks the payments: what is done with their refunds waits for the commit. */
  void lock() throws SQLException {
    for (LedgerEntry entry : entries.values()) {
      payments.lock(tx.connection(), entry.now());
    }
  }

  /** Returns whether money was given back, or may be. Until the commit, nobody asks for more. */
  boolean isGivenBack(LedgerEntry entry) throws SQLException {
    return payments.givenBack(tx.connection(), entry.now()).signum() > 0;
  }

  /** Returns whether so much was given back, or may be, that the rest is not the whole. */
  boolean isShortOfRefunds(LedgerEntry entry) throws SQLException {
    BigDecimal back = payments.givenBack(tx.connection(), entry.now());
    BigDecimal asked = entry.now().amount();
    BigDecimal came = entry.now().money().amount();
    return back.signum() > 0
        && asked != null
        && (came == null || came.subtract(back).compareTo(asked) < 0);
  }

  /** Returns whether the reference is that of exactly this accept. */
  boolean isSame(Accept accept) throws SQLException {
    return store.isSame(tx.connection(), accept);
  }

  /** Stores the flags; returns the ones that the payments did not have before. */
  List<Flagged> storeFlags() throws SQLException {
    if (book == null) {
      return List.of();
    }
    List<Flagged> flagged =
        flags.add(tx.connection(), toFlag.stream().filter(this::holds).toList(), openedAt());
    days.addFlagged(tx.connection(), flagged, openedAt());
    return flagged;
  }

  EventBook book() {
    return Objects.requireNonNull(book);
  }

  /** Returns the time of everything that happens in this transaction. */
  Instant openedAt() {
    return book().openedAt();
  }

  /**
   * Writes the changes; returns the merchants who have new events.
   *
   * @param more adds to what is sent together
   */
  Set<MerchantId> store(Consumer<Tx.Together> more) throws SQLException {
    if (book == null) {
      return Set.of();
    }
    List<PaymentStore.Change> changes =
        entries.values().stream().filter(LedgerEntry::hasChanged).map(LedgerEntry::change).toList();
    for (PaymentStore.Change change : changes) {
      if (change.after().refunded() != null
          || change.after().flags().contains(PaymentFlag.overpaid)) {
        doneFlags.count(tx.connection(), change.after());
      }
    }
    Tx.Together together = tx.together();
    payments.update(together, changes);
    invoices.update(
        together,
        successes.values().stream()
            .filter(LedgerEntry.Successes::haveChanged)
            .map(LedgerEntry.Successes::change)
            .toList(),
        book.openedAt());
    store.insert(tx.connection(), reports);
    List<PaymentDayStore.Moved> moved = received.store(together, book.openedAt(), this::currency);
    days.add(together, changes, moved, book.openedAt());
    transfers.store(together, book.openedAt());
    Set<MerchantId> haveNews = book.close(together);
    more.accept(together);
    together.run();
    linkSums.add(tx.connection(), entries.values().stream().flatMap(LedgerEntry::linkSum).toList());
    links.recount(
        tx.connection(), entries.values().stream().flatMap(LedgerEntry::linkUses).toList());
    return haveNews;
  }

  private @Nullable String currency(PaymentId id) {
    LedgerEntry entry = entries.get(id);
    return entry == null ? null : entry.now().currency();
  }

  private static Flagged flag(
      Report report, LedgerEntry entry, PaymentFlag kind, @Nullable String what) {
    OnChainTransaction transaction = report.transaction();
    return new Flagged(entry.now(), kind, what, transaction == null ? null : transaction.hash());
  }

  /** What follows from the status may have been undone in the same batch. */
  private boolean holds(Flagged flag) {
    return Objects.requireNonNull(entries.get(flag.payment().id()))
        .now()
        .flags()
        .contains(flag.kind());
  }

  private static List<Ref> refs(
      List<? extends PaymentChange> batch, Map<PaymentId, MerchantId> merchants) {
    List<Ref> refs = new ArrayList<>();
    for (PaymentChange change : batch) {
      MerchantId merchant = merchants.get(change.paymentId());
      if (merchant != null) {
        refs.add(new Ref(merchant, change.eventRef()));
      }
    }
    return refs;
  }
}
