package dev.paylink.settlement.apply;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.read.OutcomeQueries;
import dev.paylink.payment.reuse.LinkSumStore;
import dev.paylink.payment.reuse.ReusableLinkStore;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.apply.ReportStore.Ref;
import dev.paylink.settlement.figures.FlagStore;
import dev.paylink.settlement.figures.Flagged;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.figures.PaymentFlags;
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
import java.util.stream.Stream;
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

  private final @Nullable EventBook book; // null when none of the payments exists
  private final Set<Ref> known = new HashSet<>();
  private final Map<PaymentId, Entry> entries = new HashMap<>();
  private final Map<InvoiceId, Successes> successes = new LinkedHashMap<>();
  private final SettledTransfers transfers;
  private final List<ReportStore.Row> reports = new ArrayList<>();
  private final List<Flagged> toFlag = new ArrayList<>();
  private final HeldReports held;

  SettlementLedger(
      Tx tx, List<? extends PaymentChange> batch, BusinessClock clock, FirstAttempts firstAttempts)
      throws SQLException {
    this.tx = tx;
    this.transfers = new SettledTransfers(tx.connection());
    this.held = new HeldReports(tx.connection());
    Set<PaymentId> ids = new HashSet<>();
    batch.forEach(change -> ids.add(change.paymentId()));
    Map<PaymentId, MerchantId> merchants = found.merchantsOf(tx, ids);
    if (merchants.isEmpty()) {
      this.book = null;
      return;
    }
    this.book = EventBook.open(tx, new HashSet<>(merchants.values()), clock, firstAttempts);
    // Reads are final only now, under the lock.
    found.find(tx, merchants).forEach((id, found) -> entries.put(id, new Entry(found)));
    known.addAll(store.known(tx, refs(batch, merchants)));
    transfers.find(batch);
  }

  /** Returns the entry of a payment; null if there is no such payment. */
  @Nullable Entry find(PaymentId id) {
    return entries.get(id);
  }

  /** Returns false if its merchant already has a report with this reference. */
  boolean isNew(Report report, Entry entry) {
    return !known.contains(entry.ref(report));
  }

  /**
   * Stores the report; its reference is known from now on, and its transfer settles its payment
   * alone.
   */
  void report(Report report, Entry entry, boolean applied) {
    known.add(entry.ref(report));
    transfers.settle(report, entry.merchant());
    reports.add(new ReportStore.Row(entry.merchant(), report, applied, openedAt()));
  }

  /** Returns which payments the transfers settle. */
  SettledTransfers transfers() {
    return transfers;
  }

  /** Stores a refused report, whose reference stays free; returns true if it is the first. */
  boolean refuse(Report report, Entry entry, String mismatch) throws SQLException {
    toFlag.add(flag(report, entry, PaymentFlags.Kind.mismatch, mismatch));
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
  void paidAgain(Report report, Entry entry) {
    toFlag.add(flag(report, entry, PaymentFlags.Kind.duplicate, null));
  }

  /** Notes that the report names a second transfer for a payment that is a success. */
  void overpaid(Report report, Entry entry) {
    Transfer transfer = Objects.requireNonNull(Transfer.of(report));
    toFlag.add(
        new Flagged(
            byThis(entry.now(), ReportStore.json(report)),
            PaymentFlags.Kind.overpaid,
            transfer.words(),
            transfer.hash().hex()));
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

  /** Writes the changes; returns the merchants who have new events. */
  Set<MerchantId> store() throws SQLException {
    if (book == null) {
      return Set.of();
    }
    List<PaymentStore.Change> changes =
        entries.values().stream().filter(Entry::hasChanged).map(Entry::change).toList();
    payments.update(tx, changes);
    days.add(tx.connection(), changes);
    linkSums.add(tx.connection(), entries.values().stream().flatMap(Entry::linkSum).toList());
    links.recount(tx.connection(), entries.values().stream().flatMap(Entry::linkUses).toList());
    invoices.update(
        tx,
        successes.values().stream().filter(Successes::haveChanged).map(Successes::change).toList(),
        book.openedAt());
    store.insert(tx.connection(), reports);
    transfers.store(book.openedAt());
    return book.close();
  }

  private static Flagged flag(
      Report report, Entry entry, PaymentFlags.Kind kind, @Nullable String what) {
    OnChainTransaction transaction = report.transaction();
    return new Flagged(entry.now(), kind, what, transaction == null ? null : transaction.hash());
  }

  /** A duplicate may have been undone in the same batch. */
  private boolean holds(Flagged flag) {
    return flag.kind() != PaymentFlags.Kind.duplicate
        || Objects.requireNonNull(entries.get(flag.payment().id())).isDuplicate();
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

  /** A payment as it was found and as the outcomes so far have left it. */
  final class Entry {
    private final OutcomeQueries.Found found;
    private final Successes invoice;
    private Payment now;

    private Entry(OutcomeQueries.Found found) {
      this.found = found;
      this.now = found.payment();
      this.invoice =
          successes.computeIfAbsent(
              now.invoiceId(), id -> new Successes(now, found.invoiceSuccesses()));
    }

    /** Returns the current state; another payment may have changed the invoice. */
    Payment now() {
      return now.with(
          now.status(),
          InvoiceStatus.of(invoice.count),
          now.amount(),
          now.failureReason(),
          now.transaction(),
          now.updatedAt());
    }

    String payee() {
      return found.payee();
    }

    /** Sets the payment's new state, from which the invoice's state follows. */
    void become(Payment after) {
      invoice.count += count(after.status()) - count(now.status());
      now = after;
      now = now();
    }

    /** Whether it is a success, and so is another payment of its invoice. */
    boolean isDuplicate() {
      return now.status() == PaymentStatus.success && invoice.count > 1;
    }

    private MerchantId merchant() {
      return now.merchantId();
    }

    private Ref ref(Report report) {
      return new Ref(merchant(), report.eventRef());
    }

    private boolean hasChanged() {
      return !now.equals(found.payment());
    }

    private PaymentStore.Change change() {
      return new PaymentStore.Change(found.payment(), now);
    }

    /** Returns what the change adds to the reusable link that made the payment. */
    private Stream<LinkSumStore.Sum> linkSum() {
      LinkId link = found.link();
      int more = count(now.status()) - count(found.payment().status());
      if (link == null || more == 0) {
        return Stream.empty();
      }
      BigDecimal amount = Objects.requireNonNullElse(now.amount(), BigDecimal.ZERO);
      return Stream.of(
          new LinkSumStore.Sum(
              merchant(), link, now.currency(), more, amount.multiply(BigDecimal.valueOf(more))));
    }

    /** Returns the use that the change takes from that link, or gives back. */
    private Stream<ReusableLinkStore.Uses> linkUses() {
      boolean failed = now.status() == PaymentStatus.failed;
      boolean same = failed == (found.payment().status() == PaymentStatus.failed);
      return Stream.ofNullable(same ? null : found.link())
          .map(link -> new ReusableLinkStore.Uses(merchant(), link, failed ? -1 : 1));
    }

    private static int count(PaymentStatus status) {
      return status == PaymentStatus.success ? 1 : 0;
    }
  }

  /** The number of an invoice's successful payments, before and now. */
  private static final class Successes {
    final Payment payment;
    final int before;
    int count;

    Successes(Payment payment, int count) {
      this.payment = payment;
      this.before = count;
      this.count = count;
    }

    boolean haveChanged() {
      return count != before;
    }

    InvoiceStore.Successes change() {
      return new InvoiceStore.Successes(payment.merchantId(), payment.invoiceId(), before, count);
    }
  }
}
