package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.apply.ReportBatch.Confirmation;
import dev.paylink.settlement.figures.Flagged;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Alerts the operator once to each payment that got too much, in whichever way it came, and to
 * money that reached a suspended merchant: it moved, so it was settled.
 */
final class MoneyAlert {
  private static final Logger LOG = System.getLogger(MoneyAlert.class.getName());

  private @Nullable Counter suspended;
  private @Nullable Counter overpaid;

  void meter(MeterRegistry registry) {
    suspended =
        Counter.builder("paylink.settlement.suspended")
            .description("payments of suspended merchants that were paid all the same")
            .register(registry);
    overpaid =
        Counter.builder("paylink.settlement.overpaid")
            .description("payments that got more than their amount")
            .register(registry);
  }

  /** Returns the confirmed payments whose merchants are suspended, once the statements have run. */
  static List<Payment> find(Tx.Together together, List<Confirmation> confirmations) {
    List<Payment> ofSuspended = new ArrayList<>();
    Map<MerchantId, List<Payment>> paid =
        confirmations.stream()
            .map(Confirmation::payment)
            .collect(Collectors.groupingBy(Payment::merchantId));
    if (!paid.isEmpty()) {
      ReportStore.suspended(
          together,
          paid.keySet(),
          merchant -> ofSuspended.addAll(Objects.requireNonNull(paid.get(merchant))));
    }
    return ofSuspended;
  }

  /**
   * Alerts the operator; call after the commit.
   *
   * @param ofSuspended the confirmed payments of suspended merchants
   * @param flagged the flags that are new
   */
  void tell(List<Payment> ofSuspended, List<Flagged> flagged) {
    for (Payment payment : ofSuspended) {
      LOG.log(
          Level.ERROR,
          "{0} was paid although its merchant {1} is suspended",
          payment.id(),
          payment.merchantId());
      count(suspended);
    }
    for (Flagged flag : flagged) {
      if (flag.kind() == PaymentFlag.overpaid) {
        LOG.log(
            Level.WARNING,
            "{0} got more than its amount, by {1}; the rest should be refunded",
            flag.payment().id(),
            flag.transaction() == null ? "a reported payment" : flag.transaction());
        count(overpaid);
      }
    }
  }

  private static void count(@Nullable Counter counter) {
    if (counter != null) {
      counter.increment();
    }
  }
}
