package dev.paylink.settlement.apply;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.ReceivedMoney;
import dev.paylink.payment.read.OutcomeQueries;
import dev.paylink.payment.reuse.LinkSumStore;
import dev.paylink.payment.reuse.ReusableLinkStore;
import dev.paylink.settlement.apply.ReportStore.Ref;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A payment as it was found and as the outcomes so far have left it. */
final class LedgerEntry {
  /** The reasons of a failure after which no money is expected. */
  private static final Set<String> ENDS = Set.of("expired", "canceled");

  private final OutcomeQueries.Found found;
  private final Successes invoice;
  private Payment now;

  LedgerEntry(OutcomeQueries.Found found, Map<InvoiceId, Successes> successes) {
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
            now.updatedAt())
        .with(now.money().with(PaymentFlag.duplicate, isDuplicate()), now.updatedAt());
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

  /** Returns what the payment has received with so much more; null for nothing. */
  @Nullable BigDecimal receivedWith(BigDecimal more) {
    BigDecimal before = now.money().amount();
    BigDecimal sum = before == null ? more : before.add(more);
    return sum.signum() > 0 ? sum : null;
  }

  /** Sets what the payment has received. */
  void receive(@Nullable BigDecimal sum, boolean isPart, Instant at) {
    become(now().money().with(sum, isPart), at);
  }

  /** Flags the payment, which otherwise stays as it is. */
  void mark(PaymentFlag flag) {
    now = now.with(now.money().with(flag, true), now.updatedAt());
  }

  void unmark(PaymentFlag flag) {
    now = now.with(now.money().with(flag, false), now.updatedAt());
  }

  /** An ended payment stays as of its end, since it is counted on that day. */
  private void become(ReceivedMoney money, Instant at) {
    now = now.with(money, now.status().isOpen() ? at : now.updatedAt());
  }

  /** Whether it is a success, and so is another payment of its invoice. */
  boolean isDuplicate() {
    return now.status() == PaymentStatus.success && invoice.count > 1;
  }

  /** Whether money that comes then is late. What was only taken back may come again in time. */
  boolean hasEnded(Instant at) {
    return isOver() || (now.status() == PaymentStatus.failed && !at.isBefore(now.expiresAt()));
  }

  /** Whether it ended without its money. What was only taken back is not over. */
  boolean isOver() {
    return now.status() == PaymentStatus.failed
        && ENDS.contains(Objects.requireNonNullElse(now.failureReason(), ""));
  }

  MerchantId merchant() {
    return now.merchantId();
  }

  Ref ref(PaymentChange change) {
    return new Ref(merchant(), change.eventRef());
  }

  boolean hasChanged() {
    return !now.equals(found.payment());
  }

  PaymentStore.Change change() {
    return new PaymentStore.Change(found.payment(), now);
  }

  /** Returns what the change adds to the reusable link that made the payment. */
  Stream<LinkSumStore.Sum> linkSum() {
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
  Stream<ReusableLinkStore.Uses> linkUses() {
    boolean failed = now.status() == PaymentStatus.failed;
    boolean same = failed == (found.payment().status() == PaymentStatus.failed);
    return Stream.ofNullable(same ? null : found.link())
        .map(link -> new ReusableLinkStore.Uses(merchant(), link, failed ? -1 : 1));
  }

  private static int count(PaymentStatus status) {
    return status == PaymentStatus.success ? 1 : 0;
  }

  /** The number of an invoice's successful payments, before and now. */
  static final class Successes {
    private final Payment payment;
    private final int before;
    private int count;

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
