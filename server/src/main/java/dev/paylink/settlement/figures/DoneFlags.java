package dev.paylink.settlement.figures;

import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * Keeps whether anything is left to do about what a payment got too much of: nothing once it was
 * given back, and something again once more has come.
 */
public final class DoneFlags {
  private final FlagStore flags = new FlagStore();
  private final PaymentDayStore days = new PaymentDayStore();

  /** Notes it for a payment of which a refund or the money has changed. */
  public void count(Connection connection, Payment payment) throws SQLException {
    for (PaymentFlag kind : List.of(PaymentFlag.overpaid, PaymentFlag.duplicate)) {
      boolean done = payment.isDone(kind);
      Instant flaggedAt = flags.setDone(connection, payment, kind, done);
      if (flaggedAt != null) {
        days.addDone(connection, payment, kind, flaggedAt, done);
      }
    }
  }
}
