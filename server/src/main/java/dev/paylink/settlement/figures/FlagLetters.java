package dev.paylink.settlement.figures;

import dev.paylink.ids.PaymentId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Letter.Action;
import dev.paylink.mail.Letter.Fact;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * Tells a merchant's owners of a payment that was flagged: once per payment and flag, in the
 * transaction that keeps the flag.
 */
public final class FlagLetters {
  private final Outbox outbox;
  private final Function<PaymentId, String> pageOf;

  /** Letters link to the page of the payment. */
  public FlagLetters(Outbox outbox, Function<PaymentId, String> pageOf) {
    this.outbox = outbox;
    this.pageOf = pageOf;
  }

  /** Writes a letter for each of the flags. */
  public void post(Handle handle, List<Flagged> flagged) {
    for (Flagged flag : flagged) {
      for (String owner : MerchantAddresses.of(handle, flag.payment().merchantId())) {
        outbox.post(handle, flag.payment().merchantId(), letter(owner, flag));
      }
    }
  }

  private Letter letter(String to, Flagged flag) {
    String invoice = flag.payment().invoiceNumber();
    return switch (flag.kind()) {
      case duplicate ->
          letter(
              to,
              "Invoice " + invoice + " was paid again",
              "Another payment of this invoice has already succeeded. Both count. Check with your"
                  + " customer whether you have to return one of them.",
              flag);
      case mismatch ->
          letter(
              to,
              "A transfer does not match invoice " + invoice,
              "A transfer reported for this payment does not match what you asked for. It does"
                  + " not count, and the payment stays as it is. Money may have moved: compare the"
                  + " transfer with your wallet, then return it or ask for what is missing.",
              flag);
      case overpaid ->
          letter(
              to,
              "Too much was paid for invoice " + invoice,
              "This payment has received more than its amount. Check your wallet and return the rest"
                  + " to your customer.",
              flag);
      case underpaid ->
          letter(
              to,
              "Invoice " + invoice + " was paid only in part",
              "This payment has ended, and only part of its amount has arrived. Open the payment to"
                  + " accept what you received, or return it to your customer.",
              flag);
      case late ->
          letter(
              to,
              "Money came late for invoice " + invoice,
              "A transfer for this payment arrived after it had ended. Check whether you can still"
                  + " deliver the order. Otherwise return the money to your customer.",
              flag);
      case held ->
          letter(
              to,
              "Invoice " + invoice + " was paid in a suspended token",
              "The money has arrived, but the operator of this service has suspended its token. The"
                  + " payment has not succeeded yet: the operator confirms it or ends it, and you"
                  + " get the usual event. Wait for that before you deliver.",
              flag);
    };
  }

  private Letter letter(String to, String subject, String text, Flagged flag) {
    return new Letter(
        to,
        Language.EN,
        subject,
        subject,
        List.of(text),
        facts(flag),
        new Action("Open the payment", pageOf.apply(flag.payment().id())));
  }

  private static List<Fact> facts(Flagged flag) {
    Payment payment = flag.payment();
    BigDecimal amount = payment.amount();
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Payment", payment.id().toString()));
    facts.add(new Fact("Invoice", payment.invoiceNumber()));
    if (amount != null) {
      facts.add(new Fact("Amount", LocalFormat.of(Locale.US).amount(amount, payment.currency())));
    }
    BigDecimal received = payment.received();
    if (received != null) {
      facts.add(
          new Fact("Received", LocalFormat.of(Locale.US).amount(received, payment.currency())));
    }
    if (flag.what() != null) {
      facts.add(
          new Fact(
              switch (flag.kind()) {
                case overpaid -> "Transfer";
                case held -> "Token";
                case duplicate, mismatch, underpaid, late -> "What differs";
              },
              flag.what()));
    }
    if (flag.transaction() != null && flag.kind() != PaymentFlag.overpaid) {
      facts.add(new Fact("Transaction", flag.transaction()));
    }
    return facts;
  }
}
