package dev.paylink.settlement.apply;

import dev.paylink.payment.read.Payment;

/** What came of an outcome. */
public sealed interface ReportResult {
  /**
   * The payment as it is now; not applied when the outcome was known already or is no news, such as
   * a submission after the confirmation.
   */
  record Recorded(Payment payment, boolean applied) implements ReportResult {}

  record UnknownPayment() implements ReportResult {}

  /** The money went elsewhere or is another sum; recorded, and nothing changed. */
  record Mismatch(String what) implements ReportResult {}

  /** It has succeeded, so it cannot be canceled. */
  record NotOpen() implements ReportResult {}
}
