package dev.paylink.payment.create;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.InvoiceLetter;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.PostOffice;
import dev.paylink.payment.read.CreatedPayment;
import dev.paylink.payment.read.PaymentLinks;
import dev.paylink.platform.http.BaseUrl;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/**
 * Sends the invoice with the payment link to customers whose address came with a new payment. The
 * letters of a batch are stored in the batch's own transaction, with two statements however many
 * there are, and with none if no payment in it has an address. A payment of a reusable link has
 * none: whoever typed the address is on the page, and may have typed somebody else's.
 */
public final class InvoiceLetters {
  private final PaymentStore store = new PaymentStore();
  private final PostOffice outbox;
  private final LetterTexts texts;
  private final PaymentLinks links;

  public InvoiceLetters(PostOffice outbox, LetterTexts texts, BaseUrl baseUrl) {
    this.outbox = outbox;
    this.texts = texts;
    this.links = new PaymentLinks(baseUrl);
  }

  void post(Handle handle, List<PaymentStore.Row> created) throws SQLException {
    List<PaymentStore.Row> addressed =
        created.stream()
            .filter(row -> row.asked().command().customerEmail() != null)
            .filter(row -> row.asked().link() == null)
            .toList();
    if (addressed.isEmpty()) {
      return;
    }
    Map<MerchantId, String> names =
        store.businessNames(
            handle.getConnection(),
            addressed.stream().map(row -> row.asked().merchantId()).distinct().toList());
    outbox.postToCustomers(
        handle,
        addressed.stream()
            .filter(row -> names.containsKey(row.asked().merchantId())) // its address is proven
            .map(
                row -> {
                  MerchantId merchant = row.asked().merchantId();
                  String name = Objects.requireNonNull(names.get(merchant));
                  return new PostOffice.Posting(merchant, letter(row, name).write(texts));
                })
            .toList());
  }

  /**
   * Builds the letter. A description sent with another payment for an earlier invoice is not the
   * invoice's.
   */
  private InvoiceLetter letter(PaymentStore.Row row, String merchant) {
    CreatePaymentCommand command = row.asked().command();
    CreatedPayment payment = row.payment();
    return new InvoiceLetter(
        Objects.requireNonNull(command.customerEmail()),
        command.locale(),
        merchant,
        command.customerName(),
        command.invoiceId() == null ? command.description() : null,
        payment.invoiceNumber(),
        payment.amount(),
        payment.currency(),
        payment.expiresAt(),
        links.page(payment.paymentId(), payment.linkToken()));
  }
}
