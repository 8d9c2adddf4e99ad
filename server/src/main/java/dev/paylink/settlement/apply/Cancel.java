package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;

/**
 * A merchant gives up its own payment, which only works while that is open.
 *
 * @param eventRef names the failure that is recorded
 */
public record Cancel(String eventRef, PaymentId paymentId, MerchantId merchantId)
    implements PaymentChange {
  private static final String REASON = "canceled";

  /** What is recorded when it is accepted. */
  Report report() {
    return new Report(eventRef, OutcomeType.FAILED, paymentId, null, REASON, null);
  }
}
