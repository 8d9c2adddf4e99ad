package dev.paylink.payment;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** The customers of payments: found to be erased. The caller holds the merchant's counters. */
public final class CustomerStore {
  private static final String OF_EMAIL =
      """
      select id, invoice_id, customer_email from payment
       where merchant_id = :merchant and customer_email = :email limit :most
      """;
  private static final String OF_PAYMENT =
      """
      select id, invoice_id, customer_email from payment
       where id = :payment and merchant_id = :merchant
      """;
  private static final String ERASE =
      """
      update payment set customer_email = null, metadata = null
       where id = any(:payments) and merchant_id = :merchant
      """;

  /** A payment, its invoice and the address that its customer gave. */
  public record Found(PaymentId id, InvoiceId invoiceId, @Nullable String email) {}

  /** Returns some payments of the customer with this address. */
  public List<Found> of(Handle handle, MerchantId merchant, String email, int most) {
    return handle
        .createQuery(OF_EMAIL)
        .bind("merchant", merchant)
        .bind("email", email)
        .bind("most", most)
        .map(CustomerStore::found)
        .list();
  }

  /** Returns the payment; null if the merchant has no such payment. */
  public @Nullable Found of(Handle handle, MerchantId merchant, PaymentId payment) {
    return handle
        .createQuery(OF_PAYMENT)
        .bind("merchant", merchant)
        .bind("payment", payment)
        .map(CustomerStore::found)
        .findOne()
        .orElse(null);
  }

  /** Removes address and metadata; {@code of} no longer finds these payments by address. */
  public void erase(Handle handle, MerchantId merchant, List<PaymentId> payments) {
    int erased =
        handle
            .createUpdate(ERASE)
            .bind("merchant", merchant)
            .bindArray("payments", PaymentId.class, payments)
            .execute();
    if (erased != payments.size()) {
      throw new IllegalStateException(erased + " of " + payments.size() + " payments are there");
    }
  }

  private static Found found(RowView row) {
    return new Found(
        row.getColumn(1, PaymentId.class),
        row.getColumn(2, InvoiceId.class),
        row.getColumn(3, String.class));
  }
}
