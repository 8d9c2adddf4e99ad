package dev.paylink.settlement.apply;

import dev.paylink.payment.Payment;

/** Result of a report. */
public sealed interface ReportResult extends PaymentChange.Result {
  /**
   * The payment as it is now. {@code applied} is false if the report was already known or changes
   * nothing, such as a submission after the confirmation.
   *
   * @param repeated whether the reported transfer has settled this payment before
   */
  record Recorded(Payment payment, boolean applied, boolean repeated)
      implements ReportResult, Cancel.Result, Accept.Result {}

  record UnknownPayment() implements ReportResult, Cancel.Result, Accept.Result {}

  /** The money went elsewhere or the amount differs; recorded, and nothing changed. */
  record Mismatch(String what) implements ReportResult {}
}
