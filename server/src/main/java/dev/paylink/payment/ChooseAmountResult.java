package dev.paylink.payment;

import java.math.BigDecimal;

/** What can come of a payer's choice of the amount. */
public sealed interface ChooseAmountResult {
  /** The payment now asks for this amount, or did so before. */
  record Chosen(BigDecimal amount) implements ChooseAmountResult {}

  /** It asks for another amount already, or is no longer waiting to be paid. */
  record TooLate() implements ChooseAmountResult {}

  /** Not an amount of the payment's currency. */
  record Invalid() implements ChooseAmountResult {}
}
