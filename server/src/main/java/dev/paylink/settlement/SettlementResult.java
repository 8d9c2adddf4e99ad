package dev.paylink.settlement;

import dev.paylink.payment.Payment;

/** What came of an outcome. */
public sealed interface SettlementResult {
  /**
   * The payment as it is now; not applied when the outcome was known already or is no news, such as
   * a submission after the confirmation.
   */
  record Recorded(Payment payment, boolean applied) implements SettlementResult {}

  record UnknownPayment() implements SettlementResult {}

  /** The money went elsewhere or is another sum; recorded, and nothing changed. */
  record Mismatch(String what) implements SettlementResult {}

  /** It has succeeded, so it cannot be canceled. */
  record NotOpen() implements SettlementResult {}
}
