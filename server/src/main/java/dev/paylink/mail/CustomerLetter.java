package dev.paylink.mail;

import dev.paylink.platform.web.Paint;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A letter to a merchant's customer about a payment or a refund.
 *
 * @param amount null if the customer chooses it, or if it is not known
 * @param time until when the customer can answer, or when the money was confirmed
 * @param money where it went; null while none has moved
 * @param url the page behind the letter's button
 */
public record CustomerLetter(
    Kind kind,
    Sender from,
    Reader to,
    @Nullable String description,
    String invoiceNumber,
    @Nullable BigDecimal amount,
    String currency,
    Instant time,
    @Nullable Sent money,
    String url) {

  /** What the letter is, by the name that its texts have. */
  public enum Kind {
    /** Asks the customer to pay. */
    invoice("invoice.action", "fact.before"),
    /** Asks again. */
    reminder("invoice.action", "fact.before"),
    /** Says that the money has arrived. */
    receipt("receipt.action", "fact.confirmed"),
    /** Says that money was given back. */
    refund("receipt.action", "fact.confirmed"),
    /** Asks for the address to which a refund is to be sent. */
    refundaddress("refundaddress.action", "fact.answerbefore"),
    /** Says that another address was named for a refund. */
    refundchanged("refundchanged.action", "fact.answerbefore");

    private final String action;
    private final String time;

    Kind(String action, String time) {
      this.action = action;
      this.time = time;
    }

    private boolean asksToPay() {
      return this == invoice || this == reminder;
    }
  }

  /**
   * The merchant.
   *
   * @param color null if it has none
   */
  public record Sender(String name, @Nullable Paint color) {}

  /** The customer. */
  public record Reader(String email, @Nullable String locale, @Nullable String name) {}

  /**
   * The money on the chain.
   *
   * @param address where a refund went, or is to go; null for a payment
   * @param transaction its hash, if known
   */
  public record Sent(@Nullable String address, @Nullable String transaction) {}

  public Letter write(LetterTexts texts) {
    LetterTexts.Speech speech = texts.in(to.locale);
    String sum = amount == null ? null : speech.format().amount(amount, currency);
    String merchant = from.name;
    return new Letter(
        to.email,
        speech.language(),
        // Nothing that the merchant wrote: a stranger's inbox shows it as our words.
        sum == null ? speech.text(kind + ".subject.open") : speech.text(kind + ".subject", sum),
        sum == null
            ? speech.text(kind + ".heading.open", merchant)
            : speech.text(kind + ".heading", merchant, sum),
        speech.greeted(to.name, speech.text(kind + ".text", merchant)),
        speech
            .facts()
            .add(
                "fact.amount",
                sum == null && kind.asksToPay() ? speech.text("fact.amount.open") : sum)
            .add("fact.paidto", kind == Kind.receipt ? merchant : null)
            .add("fact.for", description)
            .add("fact.invoice", invoiceNumber)
            .add(
                kind == Kind.refundchanged ? "fact.named" : "fact.sentto",
                money == null ? null : money.address)
            .add(kind.time, speech.format().time(time))
            .add("fact.transaction", money == null ? null : money.transaction)
            .list(),
        new Letter.Action(speech.text(kind.action), url),
        from.color);
  }
}
