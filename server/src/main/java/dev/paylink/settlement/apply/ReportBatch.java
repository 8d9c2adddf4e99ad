package dev.paylink.settlement.apply;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentStatus;
import dev.paylink.settlement.apply.SettlementLedger.Entry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of outcomes, decided one after the other: an outcome sees what the ones before it
 * in the batch did.
 */
public final class ReportBatch {
  private static final Logger LOG = System.getLogger(ReportBatch.class.getName());
  private static final String DELIVERABLE_INTERFACE = "service-server";

  private final SettlementLedger ledger;
  private final boolean proven;
  private final Currencies currencies;
  private final EventBody body;
  private final List<ReportResult> results = new ArrayList<>();
  private final List<Confirmation> confirmations = new ArrayList<>();

  private ReportBatch(
      SettlementLedger ledger, boolean proven, Currencies currencies, EventBody body) {
    this.ledger = ledger;
    this.proven = proven;
    this.currencies = currencies;
    this.body = body;
  }

  /** A payment as a confirmation left it, and what was told of the transaction. */
  record Confirmation(Payment payment, @Nullable OnChainTransaction transaction) {}

  public static ReportBatch apply(
      Connection connection, List<Report> reports, Currencies currencies, EventBody body)
      throws SQLException {
    return apply(connection, reports, false, currencies, body);
  }

  /**
   * @param proven the chain watcher's own: the stored ref vouches for payee, token and amount,
   *     whatever currencies accept today, and what is a success already is not confirmed again
   */
  static ReportBatch apply(
      Connection connection,
      List<Report> reports,
      boolean proven,
      Currencies currencies,
      EventBody body)
      throws SQLException {
    ReportBatch batch =
        new ReportBatch(new SettlementLedger(connection, reports), proven, currencies, body);
    for (Report report : reports) {
      batch.results.add(batch.apply(report));
    }
    return batch;
  }

  /** One for each outcome, in their order. */
  public List<ReportResult> results() {
    return results;
  }

  /** Those that were applied, in their order. */
  List<Confirmation> confirmations() {
    return confirmations;
  }

  /** Writes what changed; the merchants who have new events. */
  public Set<MerchantId> store() throws SQLException {
    return ledger.store();
  }

  private ReportResult apply(Report report) throws SQLException {
    Entry entry = ledger.find(report.paymentId());
    if (entry == null) {
      return new ReportResult.UnknownPayment();
    }
    ReportResult refusal = report.canceledBy() == null ? null : refuseCancel(report, entry);
    if (refusal != null) {
      return refusal;
    }
    if (!ledger.isNew(report, entry)) {
      return new ReportResult.Recorded(entry.now(), false);
    }
    String mismatch = mismatch(report, entry);
    return mismatch == null ? record(report, entry) : refuseMismatch(report, entry, mismatch);
  }

  /** Null when it may go on. What is failed already stays as it is: there is nothing to cancel. */
  private static @Nullable ReportResult refuseCancel(Report report, Entry entry) {
    if (!entry.now().merchantId().equals(report.canceledBy())) {
      return new ReportResult.UnknownPayment();
    }
    return switch (entry.now().status()) {
      case success -> new ReportResult.NotOpen();
      case failed -> new ReportResult.Recorded(entry.now(), false);
      case created, submitted -> null;
    };
  }

  private @Nullable String mismatch(Report report, Entry entry) {
    OnChainTransaction transaction = report.transaction();
    return proven || report.type() != OutcomeType.CONFIRMED || transaction == null
        ? null
        : Mismatch.of(entry.now(), entry.payee(), transaction, currency(entry));
  }

  /** The reference stays free, so that the right report can still come under it. */
  private ReportResult refuseMismatch(Report report, Entry entry, String mismatch)
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

  private ReportResult record(Report report, Entry entry) {
    PaymentStatus before = entry.now().status();
    boolean isKnown =
        proven && report.type() == OutcomeType.CONFIRMED && before == PaymentStatus.success;
    PaymentStatus after = isKnown ? null : report.type().after(before);
    ledger.report(report, entry, after != null);
    if (after != null) {
      change(report, entry, after);
    }
    return new ReportResult.Recorded(entry.now(), after != null);
  }

  private void change(Report report, Entry entry, PaymentStatus status) {
    Payment before = entry.now();
    entry.become(
        before.with(
            status,
            before.invoiceStatus(), // follows from the status
            amount(report, entry),
            status == PaymentStatus.failed ? report.reason() : null,
            ReportStore.json(report),
            ledger.openedAt()));
    if (report.type() == OutcomeType.CONFIRMED) {
      confirmations.add(new Confirmation(entry.now(), report.transaction()));
    }
    if (report.type().isTold()) {
      tell(report.type(), entry.now());
    }
  }

  private void tell(OutcomeType type, Payment payment) {
    EventId id = ledger.book().newId();
    ledger
        .book()
        .append(
            payment.merchantId(),
            id,
            type.text(),
            payment.id(),
            payment.interfaceName().equals(DELIVERABLE_INTERFACE),
            body.of(id, type, ledger.openedAt(), payment));
  }

  /** Where the payer chose the amount, the confirmed one is the payment's from then on. */
  private @Nullable BigDecimal amount(Report report, Entry entry) {
    BigDecimal asked = entry.now().amount();
    OnChainTransaction told = report.transaction();
    return asked == null
            && report.type() == OutcomeType.CONFIRMED
            && told != null
            && told.amount() != null
        ? Mismatch.chosen(told.amount(), currency(entry))
        : asked;
  }

  private @Nullable Currency currency(Entry entry) {
    return currencies.find(entry.now().currency());
  }
}
