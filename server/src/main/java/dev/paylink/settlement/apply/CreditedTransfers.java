package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.SettlementRule;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Counts final transfers to payments' addresses, under the locks of the ledger.
 *
 * <ul>
 *   <li>A transfer that leaves a payment short is reported, whether the payment is open or has
 *       ended. If the merchant forgives the rest, the payment becomes a success instead.
 *   <li>If nothing is missing in all tokens and on all chains together, the payment becomes a
 *       success ({@link dev.paylink.settlement.received.WholeSum}).
 *   <li>A success that has more than its amount is flagged once, whichever tokens it came in. What
 *       came before the success is flagged as the payment becomes one ({@link ReportBatch}).
 *   <li>Late money of an open payment forgives nothing yet: the payment may still be paid in time
 *       elsewhere. Its expiry decides.
 *   <li>What was given back forgives nothing: it is not there any more.
 *   <li>Dust counts, and is neither told nor flagged.
 * </ul>
 */
record CreditedTransfers(SettlementLedger ledger, ReportBatch batch) {
  private static final String PARTIALLY_PAID = "payment.partially_paid";

  /** Counts transfers that are new. */
  void add(List<ReceivedTransfer> news) throws SQLException {
    for (Map.Entry<PaymentId, List<ReceivedTransfer>> its : byPayment(news).entrySet()) {
      LedgerEntry entry = ledger.find(its.getKey());
      if (entry != null) {
        add(entry, its.getValue());
      }
    }
  }

  /** Takes off what transactions have settled whose blocks are gone. */
  static void removeSettled(SettlementLedger ledger, List<ApplyReport.Settled> gone)
      throws SQLException {
    for (ApplyReport.Settled its : gone) {
      LedgerEntry entry = ledger.find(its.payment());
      if (entry != null) {
        remove(
            ledger, ledger.received().settlements(entry.now()).stream().filter(its::has).toList());
      }
    }
  }

  /** Takes transfers off whose blocks are gone. */
  static void remove(SettlementLedger ledger, List<ReceivedTransfer> gone) throws SQLException {
    for (ReceivedTransfer row : gone) {
      LedgerEntry entry = ledger.find(row.paymentId());
      if (entry != null && row.counts() && ledger.received().isCounted(row, entry.now())) {
        BigDecimal rest = entry.receivedWith(row.amount().negate());
        boolean isPart = !ledger.rule(entry).isDust(entry.now().amount(), rest);
        entry.receive(rest, isPart, ledger.openedAt());
      }
      ledger.received().remove(row);
    }
  }

  private static Map<PaymentId, List<ReceivedTransfer>> byPayment(List<ReceivedTransfer> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                ReceivedTransfer::paymentId, LinkedHashMap::new, Collectors.toList()));
  }

  private void add(LedgerEntry entry, List<ReceivedTransfer> came) throws SQLException {
    BigDecimal more = BigDecimal.ZERO;
    boolean late = false;
    BigDecimal before = Objects.requireNonNullElse(entry.now().money().amount(), BigDecimal.ZERO);
    boolean wasRefunded = isRefundedButDust(entry);
    for (ReceivedTransfer row : came) {
      ReceivedTransfer it = entry.hasEnded(ledger.openedAt()) ? row.late() : row;
      if (!ledger.received().isCounted(it, entry.now())) {
        ledger.received().add(it);
        more = it.counts() ? more.add(it.amount()) : more;
        late |= it.counts() && it.isLate();
      }
    }
    if (more.signum() > 0) {
      receive(entry, more, late, came.getLast());
      if (before.signum() > 0 || came.size() > 1) { // one transfer is left to the watcher
        confirmWhole(entry);
      }
      batch.noteSurplus(entry);
      if (wasRefunded) {
        batch.noteMore(entry, more);
      }
    } else if (entry.now().money().amount() == null) {
      entry.receive(BigDecimal.ZERO, false, ledger.openedAt()); // it has transfers to show
    }
  }

  /** Returns whether all that a success had was given back, but for dust that came since. */
  private boolean isRefundedButDust(LedgerEntry entry) throws SQLException {
    Payment now = entry.now();
    BigDecimal came = now.money().amount();
    BigDecimal refunded = now.refunded();
    return now.status() == PaymentStatus.success
        && came != null
        && refunded != null
        && (now.isGivenBack() || ledger.rule(entry).isDust(now.amount(), came.subtract(refunded)));
  }

  private void receive(LedgerEntry entry, BigDecimal more, boolean late, ReceivedTransfer last)
      throws SQLException {
    SettlementRule rule = ledger.rule(entry);
    BigDecimal asked = entry.now().amount();
    boolean wasDust = rule.isDust(asked, entry.now().money().amount());
    BigDecimal sum = entry.receivedWith(more);
    boolean isDust = rule.isDust(asked, sum);
    entry.receive(sum, !isDust, ledger.openedAt());
    boolean speaks = !rule.isDust(asked, more) || (wasDust && !isDust);
    if (late && speaks) {
      ledger.flag(entry, PaymentFlag.late, last);
    }
    boolean mayForgive = !late || !entry.now().status().isOpen();
    if (!isShort(entry) || (mayForgive && rule.forgives(asked, sum) && forgive(entry, last))) {
      return;
    }
    if (entry.now().flags().contains(PaymentFlag.underpaid)) {
      ledger.flag(entry, PaymentFlag.underpaid, last);
    }
    if (speaks) {
      batch.tell(PARTIALLY_PAID, entry.now(), null);
    }
  }

  private void confirmWhole(LedgerEntry entry) throws SQLException {
    ReceivedTransfer last = ledger.paidInParts(entry, false);
    if (last != null) {
      batch.recordOrHold(batch.summed(entry, last, null), entry);
    }
  }

  private boolean forgive(LedgerEntry entry, ReceivedTransfer last) throws SQLException {
    return !ledger.isGivenBack(entry)
        && batch.recordOrHold(batch.tolerated(entry, last), entry) instanceof ReportResult.Recorded;
  }

  private static boolean isShort(LedgerEntry entry) {
    BigDecimal missing = entry.now().missing();
    return missing != null && missing.signum() > 0;
  }
}
