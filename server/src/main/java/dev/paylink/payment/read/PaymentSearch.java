package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.PaymentId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A merchant's search. Every kind is exact, and has an index in the order of the list. */
public sealed interface PaymentSearch {
  Pattern EMAIL = Pattern.compile("[^\\s@]+@[^\\s@]+\\.[^\\s@]+");

  record Everything() implements PaymentSearch {}

  /** Those that got a part of their money and are no success. */
  record PartlyPaid() implements PaymentSearch {}

  record ById(PaymentId id) implements PaymentSearch {}

  record ByInvoice(InvoiceId id) implements PaymentSearch {}

  record ByReference(String reference) implements PaymentSearch {}

  record ByCustomer(String email) implements PaymentSearch {}

  /** A reference, or an invoice number if the merchant has that invoice. */
  record ByReferenceOrInvoice(String text, @Nullable InvoiceId invoice) implements PaymentSearch {}

  /** Recognises the kind of search from the text in the single search box. */
  static PaymentSearch typed(String text) {
    String typed = text.strip();
    PaymentId payment = PaymentId.parse(typed);
    if (payment != null) {
      return new ById(payment);
    }
    InvoiceId invoice = InvoiceId.parse(typed);
    if (invoice != null) {
      return new ByInvoice(invoice);
    }
    if (typed.isEmpty()) {
      return new Everything();
    }
    return EMAIL.matcher(typed).matches()
        ? new ByCustomer(typed)
        : new ByReferenceOrInvoice(typed, null);
  }
}
