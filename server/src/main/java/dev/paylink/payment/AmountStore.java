package dev.paylink.payment;

import dev.paylink.payment.read.Payment;
import java.math.BigDecimal;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/** The amounts that payers choose. */
final class AmountStore {
  private static final String SET =
      """
      update payment set amount = :amount, updated_at = greatest(updated_at, now())
       where id = :id and merchant_id = :merchantId and amount is null and status = 'created'
      """;
  private static final String STANDS =
      """
      select exists (select from payment where id = :id and merchant_id = :merchantId
                        and amount = :amount and status = 'created')
      """;

  /** Sets the amount; returns false if the payment has one or no longer takes a choice. */
  boolean set(Handle handle, Payment payment, BigDecimal amount) {
    return of(handle.createUpdate(SET), payment, amount).execute() == 1;
  }

  /** Returns whether exactly this amount was chosen. */
  boolean stands(Handle handle, Payment payment, BigDecimal amount) {
    return of(handle.createQuery(STANDS), payment, amount).mapTo(Boolean.class).one();
  }

  private static <T extends SqlStatement<T>> T of(T statement, Payment payment, BigDecimal amount) {
    return statement
        .bind("merchantId", payment.merchantId())
        .bind("id", payment.id())
        .bind("amount", amount);
  }
}
