package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.Payment;
import dev.paylink.settlement.apply.ReportBatch.Confirmation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Alerts the operator to money that reached a suspended merchant: it moved, so it was settled. */
final class SuspendedAlert {
  private static final Logger LOG = System.getLogger(SuspendedAlert.class.getName());

  private final ReportStore store = new ReportStore();
  private @Nullable Counter counter;

  void meter(MeterRegistry registry) {
    counter =
        Counter.builder("paylink.settlement.suspended")
            .description("payments of suspended merchants that were paid all the same")
            .register(registry);
  }

  /** Returns the confirmed payments whose merchants are suspended. */
  List<Payment> find(Connection connection, List<Confirmation> confirmations) throws SQLException {
    if (confirmations.isEmpty()) {
      return List.of();
    }
    List<Payment> paid = confirmations.stream().map(Confirmation::payment).toList();
    Set<MerchantId> suspended =
        store.suspended(
            connection, paid.stream().map(Payment::merchantId).collect(Collectors.toSet()));
    return paid.stream().filter(payment -> suspended.contains(payment.merchantId())).toList();
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
