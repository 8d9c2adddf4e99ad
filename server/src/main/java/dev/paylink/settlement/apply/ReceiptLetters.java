package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.mail.CustomerLetter;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.StoredOutbox;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.settlement.apply.ReportBatch.Confirmation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Sends a receipt to the customer of each confirmed payment whose invoice has an address: one per
 * applied confirmation, stored in the same transaction.
 */
public final class ReceiptLetters {
  private final AddresseeQueries queries = new AddresseeQueries();
  private final StoredOutbox outbox;
  private final LetterTexts texts;
  private final PaymentLinks links;

  public ReceiptLetters(StoredOutbox outbox, LetterTexts texts, BaseUrl baseUrl) {
    this.outbox = outbox;
    this.texts = texts;
    this.links = new PaymentLinks(baseUrl);
  }

  void post(Handle handle, List<Confirmation> confirmations) throws SQLException {
    List<Payment> withAddress =
        confirmations.stream()
            .map(Confirmation::payment)
            .filter(payment -> payment.customerEmail() != null)
            .toList();
    if (withAddress.isEmpty()) {
      return;
    }
    Map<PaymentId, AddresseeQueries.Addressee> addressees = queries.of(Tx.of(handle), withAddress);
    List<StoredOutbox.Posting> postings = new ArrayList<>();
    for (Confirmation confirmation : confirmations) {
      Payment payment = confirmation.payment();
      AddresseeQueries.Addressee addressee = addressees.get(payment.id());
      if (addressee != null) {
        postings.add(
            new StoredOutbox.Posting(
                payment.merchantId(), letter(confirmation, addressee).write(texts)));
      }
    }
    outbox.postToCustomers(handle, postings);
  }

  private CustomerLetter letter(Confirmation confirmation, AddresseeQueries.Addressee addressee) {
    Payment payment = confirmation.payment();
    OnChainTransaction transaction = confirmation.transaction();
    return new CustomerLetter(
        CustomerLetter.Kind.receipt,
        new CustomerLetter.Sender(addressee.merchant(), addressee.color()),
        new CustomerLetter.Reader(addressee.email(), addressee.locale(), addressee.name()),
        payment.description(),
        payment.invoiceNumber(),
        payment.paidAmount(),
        payment.currency(),
        payment.updatedAt(),
        transaction == null ? null : new CustomerLetter.Sent(null, transaction.hash()),
        links.receipt(payment.id(), payment.linkToken()));
  }
}
