package dev.paylink.checkout;

import dev.paylink.payment.read.HostedPayment;
import dev.paylink.payment.read.Payment;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The receipt of a payment that was a success. */
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

  /** What was asked for; when the payer chose freely and nobody noted it, what the chain says. */
  String amount() {
    BigDecimal amount = payment().amount();
    if (amount != null) {
      return frame.format().amount(amount, payment().currency());
    }
    String onChain = proof.amount();
    return onChain == null ? payment().currency() : onChain + ' ' + payment().currency();
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

  /** A success changes no more, so its last change is when it was confirmed. */
  String paidAt() {
    return frame.format().time(payment().updatedAt());
  }

  /** The chain's payee, or the address that was to be paid. */
  String payee() {
    String payee = proof.payee();
    return payee == null ? hosted.payee() : payee;
  }

  /** What moved, in its token; null when the chain did not say. */
  @Nullable String moved() {
    String amount = proof.amount();
    String token = proof.token();
    if (amount == null || token == null) {
      return amount == null ? token : amount;
    }
    return amount + ' ' + token;
  }

  String path() {
    return CheckoutPages.path(payment());
  }

  @Nullable String backUrl() {
    return BackLink.of(hosted.successUrl(), payment());
  }
}
