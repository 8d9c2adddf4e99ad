package dev.paylink.settlement.received;

import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a payment has too much of, in all tokens and on all chains together. */
public final class SurplusQueries {
  // Of what was read together nobody knows the order: the large transfers are counted last.
  private static final String REACHING =
      """
      select chain_id, encode(hash, 'hex'), log_index, token, amount, late, counts
        from (select *, sum(amount) over (order by received_at, amount, chain_id, hash, log_index) as total
                from received_transfer
               where payment_id = ? and merchant_id = ? and counts) t
       cross join (select cast(? as numeric) as most) k
       where total >= most and total - amount < most
      """;

  /** Returns the stored transfer with which the sum has reached the limit; null if none has. */
  public @Nullable ReceivedTransfer reaching(
      Connection connection, Payment payment, BigDecimal limit) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(REACHING)) {
      find.setObject(1, payment.id().value());
      find.setObject(2, payment.merchantId().value());
      find.setBigDecimal(3, limit);
      List<ReceivedTransfer> reaching =
          ReceivedTransferStore.read(find, payment, ReceivedTransfer.Source.address);
      return reaching.isEmpty() ? null : reaching.getFirst();
    }
  }
}
