package dev.paylink.checkout;

import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.pdf.PdfDocument;
import org.jspecify.annotations.Nullable;

/** The receipt as PDF: what its page shows, in the same language. */
final class ReceiptPdf {
  private ReceiptPdf() {}

  static byte[] print(ReceiptView view, byte @Nullable [] logo) {
    Frame frame = view.frame();
    return PdfDocument.print(
        new PdfDocument.About(
            view.title(), frame.language(), view.hosted().payment().updatedAt(), false),
        paper -> write(view, frame, logo, paper));
  }

  private static void write(
      ReceiptView view, Frame frame, byte @Nullable [] logo, PdfDocument paper) {
    paper.letterhead(logo, view.merchant(), frame.text("receipt.paid"), true);
    paper.title(frame.text("receipt.title"), view.amount());
    if (frame.testMode()) {
      paper.warning(frame.text("receipt.test"));
    }
    paper.fact(frame.text("receipt.to"), view.merchant());
    paper.fact(frame.text("receipt.for"), view.description());
    paper.fact(frame.text("receipt.invoice"), view.invoiceNumber());
    paper.fact(frame.text("receipt.created"), view.createdAt());
    paper.fact(frame.text("receipt.confirmed"), view.paidAt());
    paper.fact(frame.text("receipt.refunded"), view.refunded());
    paper.fact(frame.text("receipt.payment"), view.paymentId());
    String surplus = view.surplus();
    if (surplus != null) {
      paper.warning(surplus);
    }
    paper.heading(frame.text("receipt.proof"));
    writeProof(paper, frame.texts(), frame.format(), view.proof());
    paper.fact(frame.text("receipt.counted"), view.counted());
    paper.fact(frame.text("receipt.payee"), view.payee());
  }

  /** Writes what the chain says. */
  static void writeProof(PdfDocument paper, Texts texts, LocalFormat format, OnChainProof proof) {
    for (OnChainProof.Transfer transfer : proof.transfers()) {
      paper.fact(texts.get("receipt.chain"), transfer.chain());
      paper.fact(texts.get("receipt.moved"), transfer.moved(format));
      paper.fact(texts.get("receipt.hash"), transfer.hash());
      paper.fact(texts.get("receipt.block"), transfer.block());
    }
    paper.fact(texts.get("receipt.payer"), proof.payer());
  }
}
