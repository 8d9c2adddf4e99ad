package dev.paylink.settlement;

import dev.paylink.credential.Caller;
import dev.paylink.payment.PaymentId;
import dev.paylink.payment.PaymentJson;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import java.util.UUID;

/**
 * A merchant gives up its own open payment: an outcome like any other, told by a webhook too. Asked
 * twice, it answers the same; money that arrives all the same still wins.
 */
final class CancelPayment {
  private static final String REASON = "canceled";

  private final ApplySettlement apply;
  private final PaymentJson json;

  CancelPayment(ApplySettlement apply, PaymentJson json) {
    this.apply = apply;
    this.json = json;
  }

  Answer handle(Request request, Caller caller) {
    PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    if (id == null) {
      throw notFound();
    }
    Settlement cancel =
        new Settlement(
            "cancel:" + UUID.randomUUID(),
            OutcomeType.FAILED,
            id,
            null,
            REASON,
            null,
            caller.merchantId());
    return switch (apply.handle(cancel)) {
      case SettlementResult.Recorded recorded -> Answer.ok(json.status(recorded.payment()));
      case SettlementResult.UnknownPayment unknown -> throw notFound();
      case SettlementResult.NotOpen notOpen ->
          throw new Refused(
              Problem.conflict(
                  "PAYMENT_NOT_OPEN", "The payment has succeeded and cannot be canceled"));
      case SettlementResult.Mismatch mismatch ->
          throw new IllegalStateException("a cancel brings no transaction");
    };
  }

  private static Refused notFound() {
    return new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "You have no payment with this id"));
  }
}
