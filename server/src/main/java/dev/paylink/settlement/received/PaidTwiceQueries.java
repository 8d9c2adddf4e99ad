package dev.paylink.settlement.received;

import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what has come again for a payment, in all tokens and on all chains together. */
public final class PaidTwiceQueries {
  // Of what was read together nobody knows the order: a small transfer before a large one is none.
  private static final String AGAIN =
      """
      select chain_id, encode(hash, 'hex'), log_index, token, amount, late, counts
        from (select *, sum(amount) over (order by received_at, amount, chain_id, hash, log_index) as total
                from received_transfer
               where payment_id = ? and merchant_id = ? and counts) t
       cross join (select cast(? as numeric) as asked) k
       where total >= asked * 2 and total - amount < asked * 2 and total - amount >= asked
      """;

  /**
   * Returns the stored transfer with which the whole amount was there again; null if there is none.
   * One transfer that was so large is none.
   */
  public @Nullable ReceivedTransfer again(Connection connection, Payment payment, BigDecimal asked)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(AGAIN)) {
      find.setObject(1, payment.id().value());
      find.setObject(2, payment.merchantId().value());
      find.setBigDecimal(3, asked);
      List<ReceivedTransfer> again =
          ReceivedTransferStore.read(find, payment, ReceivedTransfer.Source.address);
      return again.isEmpty() ? null : again.getFirst();
    }
  }
}
