package dev.paylink.checkout;

import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The receipt of a successful payment. */
record ReceiptView(Frame frame, HostedPayment hosted, OnChainProof proof) {

  private Payment payment() {
    return hosted.payment();
  }

  String title() {
    return frame.text("receipt.title") + " · " + payment().invoiceNumber();
  }

  String merchant() {
    return hosted.merchantName();
  }

  /**
   * Returns the amount that was paid. If the payer chose freely and nobody noted the amount,
   * returns the chain's.
   */
  String amount() {
    BigDecimal amount = payment().paidAmount();
    if (amount != null) {
      return frame.format().amount(amount, payment().currency());
    }
    BigDecimal onChain = proof.transfers().getFirst().amount();
    return onChain == null
        ? payment().currency()
        : frame.format().amount(onChain, payment().currency());
  }

  @Nullable String description() {
    return payment().description();
  }

  String invoiceNumber() {
    return payment().invoiceNumber();
  }

  String paymentId() {
    return payment().id().toString();
  }

  String createdAt() {
    return frame.format().time(payment().createdAt());
  }

  /**
   * Returns when the payment was confirmed. A success does not change any more, so this is its last
   * change.
   */
  String paidAt() {
    return frame.format().time(payment().updatedAt());
  }

  /** Returns what was given back; null if nothing was. */
  @Nullable String refunded() {
    BigDecimal refunded = payment().refunded();
    return refunded == null ? null : frame.format().amount(refunded, payment().currency());
  }

  /** Returns what was counted of what was moved; null if that is all of it. */
  @Nullable String counted() {
    BigDecimal counted = proof.counted();
    return counted == null ? null : frame.format().amount(counted, payment().currency());
  }

  /** Returns what came beyond the amount, and whom to ask for it; null if nothing did. */
  @Nullable String surplus() {
    BigDecimal surplus = payment().surplus();
    return surplus == null
        ? null
        : frame.text(
            "transfer.surplus", frame.format().amount(surplus, payment().currency()), merchant());
  }

  /** Returns the payee according to the chain, otherwise the address that was to be paid. */
  String payee() {
    String payee = proof.payee();
    return payee == null ? hosted.payee() : payee;
  }

  String filePath() {
    return path() + "/receipt.pdf";
  }

  String path() {
    return CheckoutPages.path(payment());
  }

  @Nullable String backUrl() {
    return BackLink.of(hosted.successUrl(), payment());
  }
}
