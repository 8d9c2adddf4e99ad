package dev.paylink.settlement.refund;

import dev.paylink.ids.PaymentId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Letter.Action;
import dev.paylink.mail.Letter.Fact;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.Outbox;
import dev.paylink.mail.PostOffice;
import dev.paylink.mail.ReceiptLetter;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentLinks;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Tells the customer of a refund that is settled, and the merchant's owners of one that has failed,
 * in the transaction that records it.
 */
public final class RefundLetters {
  private final RefundStore store = new RefundStore();
  private final Outbox outbox;
  private final @Nullable Customers customers;
  private final Function<PaymentId, String> pageOf;

  /**
   * @param customers writes to customers; null where no letters are sent
   * @param pageOf the page of a payment, for its merchant
   */
  public RefundLetters(
      Outbox outbox, @Nullable Customers customers, Function<PaymentId, String> pageOf) {
    this.outbox = outbox;
    this.customers = customers;
    this.pageOf = pageOf;
  }

  /** What letters to customers need. */
  public record Customers(PostOffice office, LetterTexts texts, PaymentLinks links) {}

  void post(Handle handle, Refund refund, Payment payment) {
    if (refund.status() == RefundStatus.failed) {
      for (String owner : MerchantAddresses.of(handle, refund.merchantId())) {
        outbox.post(handle, refund.merchantId(), failed(owner, refund, payment));
      }
    } else if (customers != null) {
      RefundStore.Addressee addressee =
          store.addressee(handle, refund.merchantId(), refund.paymentId());
      if (addressee != null) {
        customers.office.postToCustomers(
            handle,
            List.of(
                new PostOffice.Posting(
                    refund.merchantId(), settled(customers, addressee, refund, payment))));
      }
    }
  }

  private static Letter settled(
      Customers customers, RefundStore.Addressee addressee, Refund refund, Payment payment) {
    return new ReceiptLetter.OfRefund(
            addressee.email(),
            addressee.locale(),
            addressee.merchant(),
            addressee.name(),
            payment.description(),
            payment.invoiceNumber(),
            refund.amount(),
            refund.currency(),
            refund.to(),
            refund.updatedAt(),
            refund.transaction(),
            customers.links.receipt(payment.id(), payment.linkToken()))
        .write(customers.texts);
  }

  private Letter failed(String to, Refund refund, Payment payment) {
    String subject = "A refund of invoice " + payment.invoiceNumber() + " was not sent in time";
    return new Letter(
        to,
        Language.EN,
        subject,
        subject,
        List.of(
            "Your wallet did not send this refund before its time ran out, and it can no longer be"
                + " paid. If your customer should still get the money, request it again."),
        List.of(
            new Fact("Refund", refund.id().toString()),
            new Fact("Payment", payment.id().toString()),
            new Fact(
                "Amount", LocalFormat.of(Locale.US).amount(refund.amount(), refund.currency())),
            new Fact("To", refund.to())),
        new Action("Open the payment", pageOf.apply(payment.id())));
  }
}
