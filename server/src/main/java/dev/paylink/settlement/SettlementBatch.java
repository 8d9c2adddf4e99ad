package dev.paylink.settlement;

import dev.paylink.ids.MerchantId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.settlement.SettlementLedger.Entry;
import dev.paylink.ids.EventId;
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
final class SettlementBatch {
  private static final Logger LOG = System.getLogger(SettlementBatch.class.getName());
  private static final String DELIVERABLE_INTERFACE = "service-server";

  private final SettlementLedger ledger;
  private final Currencies currencies;
  private final EventBody body;
  private final List<SettlementResult> results = new ArrayList<>();
  private final List<Confirmation> confirmations = new ArrayList<>();

  private SettlementBatch(SettlementLedger ledger, Currencies currencies, EventBody body) {
    this.ledger = ledger;
    this.currencies = currencies;
    this.body = body;
  }

  /** A payment as a confirmation left it, and what was told of the transaction. */
  record Confirmation(Payment payment, @Nullable OnChainTransaction transaction) {}

  static SettlementBatch apply(
      Connection connection, List<Settlement> settlements, Currencies currencies, EventBody body)
      throws SQLException {
    SettlementBatch batch =
        new SettlementBatch(new SettlementLedger(connection, settlements), currencies, body);
    for (Settlement settlement : settlements) {
      batch.results.add(batch.apply(settlement));
    }
    return batch;
  }

  /** One for each outcome, in their order. */
  List<SettlementResult> results() {
    return results;
  }

  /** Those that were applied, in their order. */
  List<Confirmation> confirmations() {
    return confirmations;
  }

  /** Writes what changed; the merchants who have new events. */
  Set<MerchantId> store() throws SQLException {
    return ledger.store();
  }

  private SettlementResult apply(Settlement settlement) throws SQLException {
    Entry entry = ledger.find(settlement.paymentId());
    if (entry == null) {
      return new SettlementResult.UnknownPayment();
    }
    SettlementResult refusal =
        settlement.canceledBy() == null ? null : refuseCancel(settlement, entry);
    if (refusal != null) {
      return refusal;
    }
    if (!ledger.isNew(settlement, entry)) {
      return new SettlementResult.Recorded(entry.now(), false);
    }
    String mismatch = mismatch(settlement, entry);
    return mismatch == null
        ? record(settlement, entry)
        : refuseMismatch(settlement, entry, mismatch);
  }

  /** Null when it may go on. What is failed already stays as it is: there is nothing to cancel. */
  private static @Nullable SettlementResult refuseCancel(Settlement settlement, Entry entry) {
    if (!entry.now().merchantId().equals(settlement.canceledBy())) {
      return new SettlementResult.UnknownPayment();
    }
    return switch (entry.now().status()) {
      case success -> new SettlementResult.NotOpen();
      case failed -> new SettlementResult.Recorded(entry.now(), false);
      case created, submitted -> null;
    };
  }

  private @Nullable String mismatch(Settlement settlement, Entry entry) {
    OnChainTransaction transaction = settlement.transaction();
    return settlement.type() != OutcomeType.CONFIRMED || transaction == null
        ? null
        : Mismatch.of(entry.now(), entry.payee(), transaction, currency(entry));
  }

  /** The reference stays free, so that the right report can still come under it. */
  private SettlementResult refuseMismatch(Settlement settlement, Entry entry, String mismatch)
      throws SQLException {
    if (ledger.refuse(settlement, entry, mismatch)) {
      LOG.log(
          Level.ERROR,
          "settlement mismatch of {0}, reported as {1}: {2}",
          settlement.paymentId(),
          settlement.eventRef(),
          mismatch);
    }
    return new SettlementResult.Mismatch(mismatch);
  }

  private SettlementResult record(Settlement settlement, Entry entry) {
    PaymentStatus after = settlement.type().after(entry.now().status());
    ledger.report(settlement, entry, after != null);
    if (after != null) {
      change(settlement, entry, after);
    }
    return new SettlementResult.Recorded(entry.now(), after != null);
  }

  private void change(Settlement settlement, Entry entry, PaymentStatus status) {
    Payment before = entry.now();
    entry.become(
        before.with(
            status,
            before.invoiceStatus(), // follows from the status
            amount(settlement, entry),
            status == PaymentStatus.failed ? settlement.reason() : null,
            SettlementStore.json(settlement),
            ledger.openedAt()));
    if (settlement.type() == OutcomeType.CONFIRMED) {
      confirmations.add(new Confirmation(entry.now(), settlement.transaction()));
    }
    if (settlement.type().isTold()) {
      tell(settlement.type(), entry.now());
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
  private @Nullable BigDecimal amount(Settlement settlement, Entry entry) {
    BigDecimal asked = entry.now().amount();
    OnChainTransaction told = settlement.transaction();
    return asked == null
            && settlement.type() == OutcomeType.CONFIRMED
            && told != null
            && told.amount() != null
        ? Mismatch.chosen(told.amount(), currency(entry))
        : asked;
  }

  private @Nullable Currency currency(Entry entry) {
    return currencies.find(entry.now().currency());
  }
}
