package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.UserId;
import dev.paylink.payment.read.Payment;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A merchant gives up its own open payment: an outcome like any other, told by a webhook too. Asked
 * twice, it answers the same; money that arrives all the same still wins.
 */
public final class CancelPayment {
  private final ApplyReport apply;

  public CancelPayment(ApplyReport apply) {
    this.apply = apply;
  }

  /**
   * @param by whoever did it, for the report that is kept: a user, or null for the merchant's
   *     server
   */
  public Payment handle(MerchantId merchant, PaymentId id, @Nullable UserId by) {
    String ref = (by == null ? "cancel:" : "cancel:" + by.value() + ':') + UUID.randomUUID();
    return switch (apply.cancel(new Cancel(ref, id, merchant))) {
      case ReportResult.Recorded recorded -> recorded.payment();
      case ReportResult.UnknownPayment unknown -> throw notFound();
      case CancelResult.NotOpen notOpen ->
          throw new Refused(
              Problem.conflict(
                  "PAYMENT_NOT_OPEN", "The payment has succeeded and cannot be canceled"));
    };
  }

  public static Refused notFound() {
    return new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "You have no payment with this id"));
  }
}
