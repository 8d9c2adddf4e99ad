package dev.paylink.mail;

import dev.paylink.platform.web.Paint;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks a merchant's customer to pay, or reminds of it.
 *
 * @param color the merchant's; null if it has none
 * @param amount null if the customer chooses it
 * @param url the payment link
 */
public record InvoiceLetter(
    Kind kind,
    String to,
    @Nullable String locale,
    String merchant,
    @Nullable Paint color,
    @Nullable String customer,
    @Nullable String description,
    String invoiceNumber,
    @Nullable BigDecimal amount,
    String currency,
    Instant payBefore,
    String url) {

  /** What the letter is, by the name that its texts have. */
  public enum Kind {
    invoice,
    reminder
  }

  public Letter write(LetterTexts texts) {
    LetterTexts.Speech speech = texts.in(locale);
    String sum = amount == null ? null : speech.format().amount(amount, currency);
    return new Letter(
        to,
        speech.language(),
        // Nothing that the merchant wrote: a stranger's inbox shows it as our words.
        sum == null ? speech.text(kind + ".subject.open") : speech.text(kind + ".subject", sum),
        sum == null
            ? speech.text(kind + ".heading.open", merchant)
            : speech.text(kind + ".heading", merchant, sum),
        speech.greeted(customer, speech.text(kind + ".text", merchant)),
        speech
            .facts()
            .add("fact.amount", sum == null ? speech.text("fact.amount.open") : sum)
            .add("fact.for", description)
            .add("fact.invoice", invoiceNumber)
            .add("fact.before", speech.format().time(payBefore))
            .list(),
        new Letter.Action(speech.text("invoice.action"), url),
        color);
  }
}
