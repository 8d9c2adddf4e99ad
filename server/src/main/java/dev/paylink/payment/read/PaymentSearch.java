package dev.paylink.payment.read;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.PaymentId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A merchant's search. Every kind has an index in the order of the list. */
public sealed interface PaymentSearch {
  /** An amount as calls write it. */
  Pattern AMOUNT = Pattern.compile("(0|[1-9][0-9]{0,14})(\\.[0-9]{1,18})?");

  record Everything() implements PaymentSearch {}

  /** Those that got a part of their money and are no success. */
  record PartlyPaid() implements PaymentSearch {}

  /** Those whose money came in a suspended token, until operators have decided. */
  record Held() implements PaymentSearch {}

  record ById(PaymentId id) implements PaymentSearch {}

  record ByInvoice(InvoiceId id) implements PaymentSearch {}

  record ByReference(String reference) implements PaymentSearch {}

  /** A text that can be a reference, an invoice number, the beginning of a customer, an amount. */
  record ByText(String text, @Nullable BigDecimal amount) implements PaymentSearch {}

  /** What the merchant has of a text: the payments of any of these. */
  record Found(
      String reference,
      List<InvoiceId> invoices,
      Map<CustomerQueries.Key, List<String>> customers,
      @Nullable BigDecimal amount)
      implements PaymentSearch {}

  /** Recognises the kind of search from the text in the single search box. */
  static PaymentSearch typed(String text) {
    return typed(text, text);
  }

  /**
   * Recognises the kind of search.
   *
   * @param amount the text as an amount is written in calls, if it is one
   */
  static PaymentSearch typed(String text, String amount) {
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
    String plain = amount.strip();
    return new ByText(typed, AMOUNT.matcher(plain).matches() ? new BigDecimal(plain) : null);
  }
}
