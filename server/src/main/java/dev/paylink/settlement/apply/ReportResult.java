package dev.paylink.settlement.apply;

import dev.paylink.payment.read.Payment;

/** What became of a report. */
public sealed interface ReportResult extends PaymentChange.Result {
  /**
   * The payment as it is now; not applied when the report was known already or is no news, such as
   * a submission after the confirmation.
   *
   * @param repeated the transfer it tells has settled this payment before
   */
  record Recorded(Payment payment, boolean applied, boolean repeated)
      implements ReportResult, CancelResult {}

  record UnknownPayment() implements ReportResult, CancelResult {}

  /** The money went elsewhere or is another sum; recorded, and nothing changed. */
  record Mismatch(String what) implements ReportResult {}
}
