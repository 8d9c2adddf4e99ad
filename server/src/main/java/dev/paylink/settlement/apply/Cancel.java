package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;

/**
 * A merchant's request to cancel its own payment, which works only while the payment is open.
 *
 * @param eventRef names the failure that is recorded
 */
public record Cancel(String eventRef, PaymentId paymentId, MerchantId merchantId)
    implements PaymentChange {
  private static final String REASON = "canceled";

  /** Returns the report that is recorded if the cancel is accepted. */
  Report report() {
    return new Report(eventRef, OutcomeType.FAILED, paymentId, null, REASON, null);
  }
}
