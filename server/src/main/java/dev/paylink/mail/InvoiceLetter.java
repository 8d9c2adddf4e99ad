package dev.paylink.mail;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks a merchant's customer to pay.
 *
 * @param amount null if the customer chooses it
 * @param url the payment link
 */
public record InvoiceLetter(
    String to,
    @Nullable String locale,
    String merchant,
    @Nullable String customer,
    @Nullable String description,
    String invoiceNumber,
    @Nullable BigDecimal amount,
    String currency,
    Instant payBefore,
    String url) {

  public Letter write(LetterTexts texts) {
    LetterTexts.Speech speech = texts.in(locale);
    String sum = amount == null ? null : speech.format().amount(amount, currency);
    return new Letter(
        to,
        speech.language(),
        // Nothing that the merchant wrote: a stranger's inbox shows it as our words.
        sum == null ? speech.text("invoice.subject.open") : speech.text("invoice.subject", sum),
        sum == null
            ? speech.text("invoice.heading.open", merchant)
            : speech.text("invoice.heading", merchant, sum),
        speech.greeted(customer, speech.text("invoice.text", merchant)),
        speech
            .facts()
            .add("fact.amount", sum == null ? speech.text("fact.amount.open") : sum)
            .add("fact.for", description)
            .add("fact.invoice", invoiceNumber)
            .add("fact.before", speech.format().time(payBefore))
            .list(),
        new Letter.Action(speech.text("invoice.action"), url));
  }
}
