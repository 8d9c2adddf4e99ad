package dev.paylink.mail;

import dev.paylink.platform.web.Paint;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells a merchant's customer that the money has arrived.
 *
 * @param color the merchant's; null if it has none
 * @param amount null if it is not known
 * @param transaction its hash on the chain, if known
 * @param url the URL of the receipt
 */
public record ReceiptLetter(
    String to,
    @Nullable String locale,
    String merchant,
    @Nullable Paint color,
    @Nullable String customer,
    @Nullable String description,
    String invoiceNumber,
    @Nullable BigDecimal amount,
    String currency,
    Instant confirmedAt,
    @Nullable String transaction,
    String url) {

  public Letter write(LetterTexts texts) {
    LetterTexts.Speech speech = texts.in(locale);
    String sum = amount == null ? null : speech.format().amount(amount, currency);
    return new Letter(
        to,
        speech.language(),
        // Nothing that the merchant wrote: a stranger's inbox shows it as our words.
        sum == null ? speech.text("receipt.subject.open") : speech.text("receipt.subject", sum),
        sum == null
            ? speech.text("receipt.heading.open", merchant)
            : speech.text("receipt.heading", merchant, sum),
        speech.greeted(customer, speech.text("receipt.text")),
        speech
            .facts()
            .add("fact.amount", sum)
            .add("fact.paidto", merchant)
            .add("fact.for", description)
            .add("fact.invoice", invoiceNumber)
            .add("fact.confirmed", speech.format().time(confirmedAt))
            .add("fact.transaction", transaction)
            .list(),
        new Letter.Action(speech.text("receipt.action"), url),
        color);
  }

  /**
   * Tells a merchant's customer that money was given back.
   *
   * @param address where the money went
   * @param transaction its hash on the chain
   * @param url the URL of the receipt
   */
  public record OfRefund(
      String to,
      @Nullable String locale,
      String merchant,
      @Nullable String customer,
      @Nullable String description,
      String invoiceNumber,
      BigDecimal amount,
      String currency,
      String address,
      Instant confirmedAt,
      @Nullable String transaction,
      String url) {

    public Letter write(LetterTexts texts) {
      LetterTexts.Speech speech = texts.in(locale);
      String sum = speech.format().amount(amount, currency);
      return new Letter(
          to,
          speech.language(),
          // Nothing that the merchant wrote: a stranger's inbox shows it as our words.
          speech.text("refund.subject", sum),
          speech.text("refund.heading", merchant, sum),
          speech.greeted(customer, speech.text("refund.text")),
          speech
              .facts()
              .add("fact.amount", sum)
              .add("fact.for", description)
              .add("fact.invoice", invoiceNumber)
              .add("fact.sentto", address)
              .add("fact.confirmed", speech.format().time(confirmedAt))
              .add("fact.transaction", transaction)
              .list(),
          new Letter.Action(speech.text("receipt.action"), url));
    }
  }

  /**
   * Asks a merchant's customer for the address to which a refund is to be sent.
   *
   * @param before when the link ends
   * @param url the page on which the customer names the address
   */
  public record AddressOfRefund(
      String to,
      @Nullable String locale,
      String merchant,
      @Nullable String customer,
      @Nullable String description,
      String invoiceNumber,
      BigDecimal amount,
      String currency,
      Instant before,
      String url) {

    public Letter write(LetterTexts texts) {
      LetterTexts.Speech speech = texts.in(locale);
      String sum = speech.format().amount(amount, currency);
      return new Letter(
          to,
          speech.language(),
          // Nothing that the merchant wrote: a stranger's inbox shows it as our words.
          speech.text("refundaddress.subject", sum),
          speech.text("refundaddress.heading", merchant, sum),
          speech.greeted(customer, speech.text("refundaddress.text", merchant)),
          speech
              .facts()
              .add("fact.amount", sum)
              .add("fact.for", description)
              .add("fact.invoice", invoiceNumber)
              .add("fact.answerbefore", speech.format().time(before))
              .list(),
          new Letter.Action(speech.text("refundaddress.action"), url));
    }
  }
}
