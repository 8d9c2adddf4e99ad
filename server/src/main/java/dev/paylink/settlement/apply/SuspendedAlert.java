package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.apply.ReportBatch.Confirmation;
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

/** Alerts the operator to money that reached a suspended merchant: it moved, so it was settled. */
final class SuspendedAlert {
  private static final Logger LOG = System.getLogger(SuspendedAlert.class.getName());

  private @Nullable Counter counter;

  void meter(MeterRegistry registry) {
    counter =
        Counter.builder("paylink.settlement.suspended")
            .description("payments of suspended merchants that were paid all the same")
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

  /** Alerts the operator; call after the commit. */
  void tell(List<Payment> paid) {
    for (Payment payment : paid) {
      LOG.log(
          Level.ERROR,
          "{0} was paid although its merchant {1} is suspended",
          payment.id(),
          payment.merchantId());
      if (counter != null) {
        counter.increment();
      }
    }
  }
}
