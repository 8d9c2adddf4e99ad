package dev.paylink.settlement;

import dev.paylink.invoice.Currencies;
import dev.paylink.invoice.Currency;
import dev.paylink.invoice.InvoiceId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentOutcomes;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.settlement.SettlementStore.Ref;
import dev.paylink.webhook.EventBook;
import dev.paylink.webhook.EventId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of outcomes: lock the merchants, read, apply one after the other in memory, then
 * write everything that changed. An outcome sees what the ones before it in the batch did.
 */
final class SettlementBatch {
  private static final Logger LOG = System.getLogger(SettlementBatch.class.getName());
  private static final String DELIVERABLE_INTERFACE = "service-server";

  private final Connection connection;
  private final Currencies currencies;
  private final EventBody body;
  private final PaymentOutcomes payments = new PaymentOutcomes();
  private final InvoiceStore invoices = new InvoiceStore();
  private final SettlementStore settlements = new SettlementStore();

  private @Nullable EventBook book;
  private final Set<Ref> known = new HashSet<>();
  private final Map<UUID, State> states = new HashMap<>();
  private final Map<InvoiceId, Invoice> invoicesById = new LinkedHashMap<>();
  private final List<SettlementStore.Row> reports = new ArrayList<>();
  private final List<Confirmation> confirmations = new ArrayList<>();

  SettlementBatch(Connection connection, Currencies currencies, EventBody body) {
    this.connection = connection;
    this.currencies = currencies;
    this.body = body;
  }

  List<SettlementResult> apply(List<Settlement> batch) throws SQLException {
    read(batch);
    List<SettlementResult> results = new ArrayList<>(batch.size());
    for (Settlement settlement : batch) {
      State state = states.get(settlement.paymentId().value());
      results.add(state == null ? new SettlementResult.UnknownPayment() : apply(settlement, state));
    }
    return results;
  }

  /** A payment as a confirmation left it, and what was told of the transaction. */
  record Confirmation(Payment payment, @Nullable OnChainTransaction transaction) {}

  /** Those that were applied, in their order. */
  List<Confirmation> confirmations() {
    return confirmations;
  }

  /** Writes what changed; the merchants who have new events. */
  Set<UUID> store() throws SQLException {
    if (book == null) {
      return Set.of();
    }
    List<PaymentOutcomes.Change> changes =
        states.values().stream()
            .filter(state -> !state.now.equals(state.found.payment()))
            .map(state -> new PaymentOutcomes.Change(state.found.payment(), state.now))
            .toList();
    payments.update(connection, changes);
    PaymentDays.add(connection, changes);
    invoices.update(
        connection,
        invoicesById.values().stream()
            .filter(invoice -> invoice.successes != invoice.successesBefore)
            .map(Invoice::change)
            .toList(),
        book.openedAt());
    settlements.insert(connection, reports);
    return book.close();
  }

  private void read(List<Settlement> batch) throws SQLException {
    Set<UUID> ids = new HashSet<>();
    batch.forEach(settlement -> ids.add(settlement.paymentId().value()));
    Map<UUID, UUID> merchants = payments.merchantsOf(connection, ids);
    if (merchants.isEmpty()) {
      return;
    }
    book = EventBook.open(connection, new HashSet<>(merchants.values()));
    // Only now, under the lock, is what is read final.
    payments.find(connection, ids).forEach((id, found) -> states.put(id, new State(found)));
    for (State state : states.values()) {
      Payment payment = state.now;
      invoicesById.computeIfAbsent(
          payment.invoiceId(), id -> new Invoice(payment, state.found.invoiceSuccesses()));
    }
    known.addAll(
        settlements.known(
            connection,
            batch.stream()
                .filter(settlement -> merchants.containsKey(settlement.paymentId().value()))
                .map(
                    settlement ->
                        new Ref(
                            Objects.requireNonNull(merchants.get(settlement.paymentId().value())),
                            settlement.eventRef()))
                .toList()));
  }

  private SettlementResult apply(Settlement settlement, State state) throws SQLException {
    UUID merchant = state.now.merchantId().value();
    if (settlement.canceledBy() != null) {
      SettlementResult refusal = refuseCancel(settlement, state);
      if (refusal != null) {
        return refusal;
      }
    }
    Ref ref = new Ref(merchant, settlement.eventRef());
    if (known.contains(ref)) {
      return recorded(state, false);
    }
    if (settlement.type() == OutcomeType.CONFIRMED && settlement.transaction() != null) {
      String mismatch =
          Mismatch.of(state.now, state.found.payee(), settlement.transaction(), currency(state));
      if (mismatch != null) {
        return refuseMismatch(settlement, merchant, mismatch);
      }
    }
    known.add(ref);
    PaymentStatus after = settlement.type().after(state.now.status());
    reports.add(
        new SettlementStore.Row(merchant, settlement, after != null, openBook().openedAt()));
    if (after != null) {
      change(settlement, state, after);
    }
    return recorded(state, after != null);
  }

  /** Null when it may go on. What is failed already stays as it is: there is nothing to cancel. */
  private @Nullable SettlementResult refuseCancel(Settlement settlement, State state) {
    if (!state.now.merchantId().equals(settlement.canceledBy())) {
      return new SettlementResult.UnknownPayment();
    }
    return switch (state.now.status()) {
      case success -> new SettlementResult.NotOpen();
      case failed -> recorded(state, false);
      case created, submitted -> null;
    };
  }

  /** The payment as it is now; its invoice may have changed with another of its payments. */
  private SettlementResult recorded(State state, boolean applied) {
    Payment now = state.now;
    Invoice invoice = Objects.requireNonNull(invoicesById.get(now.invoiceId()));
    return new SettlementResult.Recorded(
        now.with(
            now.status(),
            InvoiceStatus.of(invoice.successes),
            now.amount(),
            now.failureReason(),
            now.transaction(),
            now.updatedAt()),
        applied);
  }

  /** The reference stays free, so that the right report can still come under it. */
  private SettlementResult refuseMismatch(Settlement settlement, UUID merchant, String mismatch)
      throws SQLException {
    if (settlements.insertMismatch(
        connection, merchant, settlement, mismatch, openBook().openedAt())) {
      LOG.log(
          Level.ERROR,
          "settlement mismatch of {0}, reported as {1}: {2}",
          settlement.paymentId(),
          settlement.eventRef(),
          mismatch);
    }
    return new SettlementResult.Mismatch(mismatch);
  }

  private void change(Settlement settlement, State state, PaymentStatus status) {
    Invoice invoice = Objects.requireNonNull(invoicesById.get(state.now.invoiceId()));
    invoice.successes += count(status) - count(state.now.status());
    state.now =
        state.now.with(
            status,
            InvoiceStatus.of(invoice.successes),
            amount(settlement, state),
            status == PaymentStatus.failed ? settlement.reason() : null,
            SettlementStore.json(settlement),
            openBook().openedAt());
    if (settlement.type() == OutcomeType.CONFIRMED) {
      confirmations.add(new Confirmation(state.now, settlement.transaction()));
    }
    if (settlement.type().isTold()) {
      EventId id = openBook().newId();
      openBook()
          .append(
              state.now.merchantId(),
              id,
              settlement.type().text(),
              state.now.id().value(),
              state.now.interfaceName().equals(DELIVERABLE_INTERFACE),
              body.of(id, settlement.type(), openBook().openedAt(), state.now));
    }
  }

  /** Where the payer chose the amount, the confirmed one is the payment's from then on. */
  private @Nullable BigDecimal amount(Settlement settlement, State state) {
    BigDecimal asked = state.now.amount();
    OnChainTransaction told = settlement.transaction();
    return asked == null
            && settlement.type() == OutcomeType.CONFIRMED
            && told != null
            && told.amount() != null
        ? Mismatch.chosen(told.amount(), currency(state))
        : asked;
  }

  private static int count(PaymentStatus status) {
    return status == PaymentStatus.success ? 1 : 0;
  }

  private @Nullable Currency currency(State state) {
    return currencies.find(state.now.currency());
  }

  private EventBook openBook() {
    return Objects.requireNonNull(book);
  }

  private static final class State {
    final PaymentOutcomes.Found found;
    Payment now;

    State(PaymentOutcomes.Found found) {
      this.found = found;
      this.now = found.payment();
    }
  }

  private static final class Invoice {
    final Payment payment;
    final int successesBefore;
    int successes;

    Invoice(Payment payment, int successes) {
      this.payment = payment;
      this.successesBefore = successes;
      this.successes = successes;
    }

    InvoiceStore.Successes change() {
      return new InvoiceStore.Successes(
          payment.merchantId(), payment.invoiceId(), successesBefore, successes);
    }
  }
}
