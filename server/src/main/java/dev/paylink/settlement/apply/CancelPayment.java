package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.UserId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a merchant's own open payment. This is an outcome like any other, and a webhook tells it
 * too. A repeated cancel gets the same answer. Money that still arrives wins.
 */
public final class CancelPayment {
  private final ApplyReport apply;

  public CancelPayment(ApplyReport apply) {
    this.apply = apply;
  }

  /**
   * Cancels the payment and returns its state after that.
   *
   * @param by the user who canceled, for the stored report; null for the merchant's server
   */
  public Payment handle(MerchantId merchant, PaymentId id, @Nullable UserId by) {
    String ref = (by == null ? "cancel:" : "cancel:" + by.value() + ':') + UUID.randomUUID();
    return switch (apply.cancel(new Cancel(ref, id, merchant))) {
      case ReportResult.Recorded recorded -> recorded.payment();
      case ReportResult.UnknownPayment unknown -> throw notFound();
      case Cancel.NotOpen notOpen ->
          throw new Rejection(SettlementError.PAYMENT_NOT_OPEN, Message.of("succeeded"));
    };
  }

  public static Rejection notFound() {
    return new Rejection(PaymentError.PAYMENT_NOT_FOUND, Message.of("nopayment"));
  }
}
