package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.PostOffice;
import dev.paylink.mail.ReceiptLetter;
import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentLinks;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.settlement.apply.ReportBatch.Confirmation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Sends a receipt to the customer of each confirmed payment whose invoice has an address: one per
 * confirmation that was applied, kept in the very transaction that applied it.
 */
public final class ReceiptLetters {
  static final String ADDRESSEES =
      """
      select f.*
        from unnest(?::uuid[]) as k (id)
       cross join lateral (
             select p.id, i.customer_email, i.customer_name, p.locale, m.business_name
               from payment p
               join invoice i on i.id = p.invoice_id and i.merchant_id = p.merchant_id
               join merchant m on m.id = p.merchant_id
              where p.id = k.id and i.customer_email is not null
             offset 0) f
      """;

  private final PostOffice outbox;
  private final LetterTexts texts;
  private final PaymentLinks links;

  public ReceiptLetters(PostOffice outbox, LetterTexts texts, BaseUrl baseUrl) {
    this.outbox = outbox;
    this.texts = texts;
    this.links = new PaymentLinks(baseUrl);
  }

  private record Addressee(
      String email, @Nullable String name, @Nullable String locale, String merchant) {}

  void post(Handle handle, List<Confirmation> confirmations) throws SQLException {
    if (confirmations.isEmpty()) {
      return;
    }
    Map<PaymentId, Addressee> addressees = addressees(handle.getConnection(), confirmations);
    List<PostOffice.Posting> postings = new ArrayList<>();
    for (Confirmation confirmation : confirmations) {
      Payment payment = confirmation.payment();
      Addressee addressee = addressees.get(payment.id());
      if (addressee != null) {
        postings.add(
            new PostOffice.Posting(
                payment.merchantId(), letter(confirmation, addressee).write(texts)));
      }
    }
    outbox.postAll(handle, postings);
  }

  private ReceiptLetter letter(Confirmation confirmation, Addressee addressee) {
    Payment payment = confirmation.payment();
    OnChainTransaction transaction = confirmation.transaction();
    return new ReceiptLetter(
        addressee.email,
        addressee.locale,
        addressee.merchant,
        addressee.name,
        payment.description(),
        payment.invoiceNumber(),
        payment.amount(),
        payment.currency(),
        payment.updatedAt(),
        transaction == null ? null : transaction.hash(),
        links.receipt(payment.id(), payment.linkToken()));
  }

  private static Map<PaymentId, Addressee> addressees(
      Connection connection, List<Confirmation> confirmations) throws SQLException {
    Map<PaymentId, Addressee> addressees = new HashMap<>();
    try (PreparedStatement find = connection.prepareStatement(ADDRESSEES)) {
      find.setArray(
          1,
          connection.createArrayOf(
              "uuid",
              confirmations.stream()
                  .map(each -> each.payment().id().value())
                  .distinct()
                  .toArray()));
      try (ResultSet row = find.executeQuery()) {
        while (row.next()) {
          addressees.put(
              new PaymentId(row.getObject(1, UUID.class)),
              new Addressee(
                  row.getString(2), row.getString(3), row.getString(4), row.getString(5)));
        }
      }
    }
    return addressees;
  }
}
