package dev.paylink.settlement.apply;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.trace.Span;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's decision to take what has come as the whole: the payment becomes a success, if
 * exactly this sum has come.
 *
 * @param eventRef names the confirmation that is recorded: the same name again changes nothing
 * @param received the sum that the merchant saw
 * @param cause the span that brought it; null while traces are off
 */
public record Accept(
    String eventRef,
    PaymentId paymentId,
    MerchantId merchantId,
    BigDecimal received,
    @Nullable Span cause)
    implements PaymentChange {

  /** Result of an accept. */
  public sealed interface Result extends PaymentChange.Result
      permits ReportResult.Recorded,
          ReportResult.UnknownPayment,
          Changed,
          NotAcceptable,
          OtherUse {}

  /** Another sum has come than the merchant saw. */
  public record Changed(BigDecimal received) implements Result {}

  /** Nothing has come, or it was given back, or is held, or the payment is a success. */
  public record NotAcceptable() implements Result {}

  /** The name was used for another payment, or another sum. */
  public record OtherUse() implements Result {}

  @Override
  public Accept causedBy(Span span) {
    return new Accept(eventRef, paymentId, merchantId, received, span);
  }

  /** Returns what is kept as the reason of the confirmation. */
  String reason() {
    return "accepted " + received.stripTrailingZeros().toPlainString();
  }

  /** Returns the confirmation that is recorded if it is accepted. */
  Report report(@Nullable OnChainTransaction last) {
    return new Report(eventRef, OutcomeType.CONFIRMED, paymentId, null, reason(), last, cause);
  }
}
