package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** Reads who the customers of payments are: the name, or else the address. */
public final class PaymentCustomerQueries {
  static final String OF_PAYMENTS =
      """
      select k.id, f.customer from unnest(cast(:payments as uuid[])) as k (id)
       cross join lateral (
             select coalesce(p.customer_name, p.customer_email) as customer from payment p
              where p.id = k.id and p.merchant_id = :merchant offset 0) f
       where f.customer is not null
      """;

  private final Jdbi jdbi;

  public PaymentCustomerQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Returns the customer of each of these payments that has one. */
  public Map<PaymentId, String> of(MerchantId merchant, Collection<PaymentId> payments) {
    Map<PaymentId, String> customers = new HashMap<>();
    if (!payments.isEmpty()) {
      jdbi.useHandle(
          handle ->
              handle
                  .createQuery(OF_PAYMENTS)
                  .bindArray("payments", PaymentId.class, payments.stream().distinct().toArray())
                  .bind("merchant", merchant)
                  .map(
                      row ->
                          customers.put(
                              row.getColumn("id", PaymentId.class),
                              row.getColumn("customer", String.class)))
                  .list());
    }
    return customers;
  }
}
