package dev.paylink.checkout;

import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.money.Networks;
import dev.paylink.payment.Payment;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.pdf.PdfDocument;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An invoice as PDF, in a language of the customer, with the proof of each payment that paid it. It
 * has no payment link, so a reader of the file cannot open the payment's page.
 */
public final class InvoicePdf {
  private final Texts texts;
  private final LocalFormat format;
  private final Invoice invoice;
  private final Networks networks;

  private InvoicePdf(Texts texts, LocalFormat format, Invoice invoice, Networks networks) {
    this.texts = texts;
    this.format = format;
    this.invoice = invoice;
    this.networks = networks;
  }

  /** Whose invoice it is: the name, and the logo as PNG if there is one. */
  public record Sender(String name, byte @Nullable [] logo) {}

  /** Returns the file. {@code paidBy} are the invoice's successful payments. */
  public static byte[] print(
      Invoice invoice,
      Sender sender,
      List<Payment> paidBy,
      Networks networks,
      Language language,
      boolean testMode) {
    // Read here, not kept: few invoices are downloaded.
    Texts texts = Objects.requireNonNull(Texts.all(Checkout.class).get(language));
    InvoicePdf it =
        new InvoicePdf(texts, LocalFormat.of(language.formats(null)), invoice, networks);
    return PdfDocument.print(
        new PdfDocument.About(
            texts.get("invoice.title") + " · " + invoice.number(),
            language,
            invoice.updatedAt(),
            false),
        paper -> it.write(paper, sender, paidBy, testMode));
  }

  private void write(PdfDocument paper, Sender sender, List<Payment> paidBy, boolean testMode) {
    boolean isPaid = invoice.status() == InvoiceStatus.paid;
    String state = texts.get(isPaid ? "receipt.paid" : "invoice.open");
    paper.letterhead(sender.logo, sender.name, state, isPaid);
    paper.title(texts.get("invoice.title"), amount(invoice.amount()));
    if (testMode) {
      paper.warning(texts.get("invoice.test"));
    }
    paper.fact(texts.get("invoice.number"), invoice.number());
    paper.fact(texts.get("receipt.created"), format.time(invoice.createdAt()));
    paper.fact(texts.get("invoice.from"), sender.name);
    paper.fact(texts.get("invoice.customer"), invoice.customerName());
    paper.fact(texts.get("invoice.email"), invoice.customerEmail());
    paper.fact(texts.get("receipt.for"), invoice.description());
    for (Payment payment : paidBy) {
      OnChainProof proof = OnChainProof.of(payment, networks);
      paper.heading(texts.get("receipt.proof"));
      paper.fact(texts.get("receipt.payment"), payment.id().toString());
      paper.fact(texts.get("receipt.amount"), amount(payment.paidAmount()));
      paper.fact(texts.get("receipt.confirmed"), format.time(payment.updatedAt()));
      ReceiptPdf.writeProof(paper, texts, format, proof);
      paper.fact(texts.get("receipt.payee"), proof.payee());
    }
  }

  private String amount(@Nullable BigDecimal amount) {
    return amount == null
        ? texts.get("invoice.anyamount") + ", " + invoice.currency()
        : format.amount(amount, invoice.currency());
  }
}
