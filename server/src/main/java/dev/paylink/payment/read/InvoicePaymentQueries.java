package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.PaymentStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Reads which payments invoices have: the one that was made with an invoice, and further ones. */
public final class InvoicePaymentQueries {
  /** So many further payments of one invoice are read, those that are paid first. */
  public static final int MAX_FURTHER = 25;

  private static final String OF_INVOICES =
      """
      select i.id as invoice, p.id as payment, p.status
        from unnest(cast(:invoices as uuid[])) as i (id)
       cross join lateral (
         (select id, status from payment
           where id = i.id and merchant_id = :merchant and invoice_id = id)
          union all
         (select id, status from payment
           where merchant_id = :merchant and invoice_id = i.id and invoice_id <> id
           order by status desc, id desc limit :most)) p
      """;

  /** A payment of an invoice. */
  public record Row(InvoiceId invoice, PaymentId payment, PaymentStatus status) {}

  /** Returns the payments of each of these invoices of one merchant, oldest first. */
  public Map<InvoiceId, List<Row>> of(
      Handle handle, MerchantId merchant, List<InvoiceId> invoices) {
    return handle
        .createQuery(OF_INVOICES)
        .bind("merchant", merchant)
        .bindArray("invoices", InvoiceId.class, invoices)
        .bind("most", MAX_FURTHER)
        .mapTo(Row.class)
        .stream()
        .sorted(Comparator.comparing(row -> row.payment().toString()))
        .collect(Collectors.groupingBy(Row::invoice));
  }
}
