package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.trace.Span;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's request to cancel its own payment, which works only while the payment is open.
 *
 * @param eventRef names the failure that is recorded
 * @param cause the span that brought it; null while traces are off
 */
public record Cancel(
    String eventRef, PaymentId paymentId, MerchantId merchantId, @Nullable Span cause)
    implements PaymentChange {
  private static final String REASON = "canceled";

  /** Result of a cancel. */
  sealed interface Result extends PaymentChange.Result
      permits ReportResult.Recorded, ReportResult.UnknownPayment, NotOpen {}

  /** The payment has succeeded, so it cannot be canceled. */
  record NotOpen() implements Result {}

  /** A cancel that no span brought. */
  public Cancel(String eventRef, PaymentId paymentId, MerchantId merchantId) {
    this(eventRef, paymentId, merchantId, null);
  }

  @Override
  public Cancel causedBy(Span span) {
    return new Cancel(eventRef, paymentId, merchantId, span);
  }

  /** Returns the report that is recorded if the cancel is accepted. */
  Report report() {
    return new Report(eventRef, OutcomeType.FAILED, paymentId, null, REASON, null, cause);
  }
}
