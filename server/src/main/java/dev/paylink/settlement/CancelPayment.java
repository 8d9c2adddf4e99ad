package dev.paylink.settlement;

import dev.paylink.ids.UserId;
import dev.paylink.ids.MerchantId;
import dev.paylink.payment.Payment;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A merchant gives up its own open payment: an outcome like any other, told by a webhook too. Asked
 * twice, it answers the same; money that arrives all the same still wins.
 */
public final class CancelPayment {
  private static final String REASON = "canceled";

  private final ApplySettlement apply;

  CancelPayment(ApplySettlement apply) {
    this.apply = apply;
  }

  /**
   * @param by whoever did it, for the report that is kept: a user, or null for the merchant's
   *     server
   */
  public Payment handle(MerchantId merchant, PaymentId id, @Nullable UserId by) {
    String ref = (by == null ? "cancel:" : "cancel:" + by.value() + ':') + UUID.randomUUID();
    Settlement cancel = new Settlement(ref, OutcomeType.FAILED, id, null, REASON, null, merchant);
    return switch (apply.handle(cancel)) {
      case SettlementResult.Recorded recorded -> recorded.payment();
      case SettlementResult.UnknownPayment unknown -> throw notFound();
      case SettlementResult.NotOpen notOpen ->
          throw new Refused(
              Problem.conflict(
                  "PAYMENT_NOT_OPEN", "The payment has succeeded and cannot be canceled"));
      case SettlementResult.Mismatch mismatch ->
          throw new IllegalStateException("a cancel brings no transaction");
    };
  }

  static Refused notFound() {
    return new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "You have no payment with this id"));
  }
}
