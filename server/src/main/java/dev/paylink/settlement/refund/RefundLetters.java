package dev.paylink.settlement.refund;

import dev.paylink.ids.PaymentId;
import dev.paylink.mail.CustomerLetter;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Letter.Action;
import dev.paylink.mail.Letter.Fact;
import dev.paylink.mail.LetterTexts;
import dev.paylink.mail.Outbox;
import dev.paylink.mail.StoredOutbox;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.settlement.apply.AddresseeQueries;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Asks the customer for the address of a refund, tells of another one that was named and of a
 * refund that is settled, and tells the merchant's owners of an address that was named and of a
 * refund that has failed; each in the transaction that records it.
 */
public final class RefundLetters {
  private static final String NOT_SENT =
      "Your wallet did not send this refund before it expired, and it can no longer be"
          + " paid. If your customer should still get the money, request it again.";
  private static final String NOT_NAMED =
      "No address was entered and confirmed before this refund expired. If your"
          + " customer should still get the money, ask for an address and request it again.";

  private static final String NAMED =
      "Your customer has entered an address for this refund. Check with your customer that it is"
          + " theirs, then confirm it under Refunds. Nothing is sent before that.";
  private static final String NAMED_AGAIN =
      "A different address was entered for this refund, by your customer or by someone else who has"
          + " the link. Ask your customer which address is theirs before you confirm one under"
          + " Refunds. Nothing is sent before that. If someone else has the link, cancel the refund"
          + " and request it again.";

  private final AddresseeQueries queries = new AddresseeQueries();
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
  public record Customers(StoredOutbox office, LetterTexts texts, PaymentLinks links) {}

  void post(Handle handle, Refund refund, Payment payment) {
    if (refund.status() == RefundStatus.failed) {
      tellOwners(
          handle,
          refund,
          payment,
          "A refund of invoice " + payment.invoiceNumber() + " was not sent in time",
          refund.lacksAddress() ? NOT_NAMED : NOT_SENT,
          refund.to());
    } else {
      toCustomer(handle, payment, (known, addressee) -> settled(known, addressee, refund, payment));
    }
  }

  /** Asks the customer for an address, if the refund lacks one. */
  void ask(Handle handle, Refund refund, Payment payment) {
    aboutAddress(handle, CustomerLetter.Kind.refundaddress, refund, payment, null);
  }

  /**
   * Tells the owners that the customer has named an address, which they have to confirm. If it is
   * not the first one, the customer gets a letter too.
   */
  void named(Handle handle, Refund refund, Payment payment, String address) {
    boolean first = refund.namedAddress() == null;
    String what = first ? "Confirm the address" : "Another address";
    tellOwners(
        handle,
        refund,
        payment,
        what + " for a refund of invoice " + payment.invoiceNumber(),
        first ? NAMED : NAMED_AGAIN,
        address);
    if (!first) {
      CustomerLetter.Sent named = new CustomerLetter.Sent(address, null);
      aboutAddress(handle, CustomerLetter.Kind.refundchanged, refund, payment, named);
    }
  }

  private void aboutAddress(
      Handle handle,
      CustomerLetter.Kind kind,
      Refund refund,
      Payment payment,
      CustomerLetter.@Nullable Sent named) {
    String path = refund.addressPath();
    if (path != null) {
      toCustomer(
          handle,
          payment,
          (known, addressee) ->
              letter(
                      kind,
                      addressee,
                      refund,
                      payment,
                      refund.expiresAt(),
                      named,
                      known.links.baseUrl().resolve(path))
                  .write(known.texts));
    }
  }

  private void toCustomer(
      Handle handle,
      Payment payment,
      BiFunction<Customers, AddresseeQueries.Addressee, Letter> write) {
    if (customers == null) {
      return;
    }
    try {
      List<StoredOutbox.Posting> letters = new ArrayList<>();
      for (AddresseeQueries.Addressee addressee :
          queries.of(Tx.of(handle), List.of(payment)).values()) {
        letters.add(
            new StoredOutbox.Posting(payment.merchantId(), write.apply(customers, addressee)));
      }
      customers.office.postToCustomers(handle, letters);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot find the customer of " + payment.id(), e);
    }
  }

  private static Letter settled(
      Customers customers, AddresseeQueries.Addressee addressee, Refund refund, Payment payment) {
    return letter(
            CustomerLetter.Kind.refund,
            addressee,
            refund,
            payment,
            refund.updatedAt(),
            new CustomerLetter.Sent(
                Objects.requireNonNull(refund.to()),
                Objects.requireNonNull(refund.transaction()).hex()),
            customers.links.receipt(payment.id(), payment.linkToken()))
        .write(customers.texts);
  }

  private static CustomerLetter letter(
      CustomerLetter.Kind kind,
      AddresseeQueries.Addressee addressee,
      Refund refund,
      Payment payment,
      Instant time,
      CustomerLetter.@Nullable Sent money,
      String url) {
    return new CustomerLetter(
        kind,
        new CustomerLetter.Sender(addressee.merchant(), null),
        new CustomerLetter.Reader(addressee.email(), addressee.locale(), addressee.name()),
        payment.description(),
        payment.invoiceNumber(),
        refund.amount(),
        refund.currency(),
        time,
        money,
        url);
  }

  private void tellOwners(
      Handle handle,
      Refund refund,
      Payment payment,
      String subject,
      String text,
      @Nullable String address) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Refund", refund.id().toString()));
    facts.add(new Fact("Payment", payment.id().toString()));
    facts.add(
        new Fact("Amount", LocalFormat.of(Locale.US).amount(refund.amount(), refund.currency())));
    if (address != null) {
      facts.add(new Fact("To", address));
    }
    Action action = new Action("Open the payment", pageOf.apply(payment.id()));
    for (String owner : MerchantAddresses.of(handle, refund.merchantId())) {
      outbox.post(
          handle,
          refund.merchantId(),
          new Letter(owner, Language.EN, subject, subject, List.of(text), facts, action));
    }
  }
}
