package dev.paylink.payment.create;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.CustomerLetter;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.StoredOutbox;
import dev.paylink.payment.CreatePaymentCommand;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.remind.ReminderStore;
import dev.paylink.payment.remind.Reminders;
import dev.paylink.platform.http.BaseUrl;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/**
 * Sends the invoice with the payment link to customers whose address came with a new payment. The
 * letters of a batch are stored in the batch's own transaction, with few statements however many
 * there are, and with none if no payment in it has an address; so are the reminders to come. A
 * payment of a reusable link has none: the person who typed the address is on the page, and may
 * have typed somebody else's. Nor has one whose merchant wants no letters.
 */
public final class InvoiceLetters {
  private final CreateQueries queries = new CreateQueries();
  private final ReminderStore reminderStore = new ReminderStore();
  private final StoredOutbox outbox;
  private final LetterTexts texts;
  private final PaymentLinks links;

  public InvoiceLetters(StoredOutbox outbox, LetterTexts texts, BaseUrl baseUrl) {
    this.outbox = outbox;
    this.texts = texts;
    this.links = new PaymentLinks(baseUrl);
  }

  void post(Handle handle, List<PaymentStore.Row> created) throws SQLException {
    List<PaymentStore.Row> addressed =
        created.stream()
            .filter(row -> row.asked().command().customerEmail() != null)
            .filter(row -> !Boolean.FALSE.equals(row.asked().command().sendInvoice()))
            .filter(row -> row.asked().link() == null)
            .toList();
    if (addressed.isEmpty()) {
      return;
    }
    Map<MerchantId, CreateQueries.Sender> senders =
        queries.senders(
            handle.getConnection(),
            addressed.stream().map(row -> row.asked().merchantId()).distinct().toList());
    List<StoredOutbox.Posting> letters = new ArrayList<>();
    List<ReminderStore.Due> reminders = new ArrayList<>();
    for (PaymentStore.Row row : addressed) {
      MerchantId merchant = row.asked().merchantId();
      CreateQueries.Sender sender = senders.get(merchant);
      if (sender != null && sender.writesTo(row.asked().command())) {
        letters.add(new StoredOutbox.Posting(merchant, letter(row, sender).write(texts)));
        Instant at = Reminders.at(row.payment(), sender.reminderHours());
        if (at != null) {
          reminders.add(new ReminderStore.Due(merchant, row.payment().paymentId(), at));
        }
      }
    }
    outbox.postToCustomers(handle, letters);
    reminderStore.add(handle.getConnection(), reminders);
  }

  /**
   * Builds the letter. A description sent with another payment for an earlier invoice is not the
   * invoice's.
   */
  private CustomerLetter letter(PaymentStore.Row row, CreateQueries.Sender sender) {
    CreatePaymentCommand command = row.asked().command();
    CreatedPayment payment = row.payment();
    return new CustomerLetter(
        CustomerLetter.Kind.invoice,
        new CustomerLetter.Sender(sender.name(), sender.color()),
        new CustomerLetter.Reader(
            Objects.requireNonNull(command.customerEmail()),
            command.locale(),
            command.customerName()),
        command.invoiceId() == null ? command.description() : null,
        payment.invoiceNumber(),
        payment.amount(),
        payment.currency(),
        payment.expiresAt(),
        null,
        links.page(payment.paymentId(), payment.linkToken()));
  }
}
