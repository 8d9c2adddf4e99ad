package dev.paylink.settlement.apply;

/** Result of a cancel. */
sealed interface CancelResult extends PaymentChange.Result
    permits ReportResult.Recorded, ReportResult.UnknownPayment, CancelResult.NotOpen {
  /** The payment has succeeded, so it cannot be canceled. */
  record NotOpen() implements CancelResult {}
}
