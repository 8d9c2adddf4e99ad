package dev.paylink.payment.create;

import java.math.BigDecimal;

/** Result of a payer's choice of the amount. */
public sealed interface ChooseAmountResult {
  /** The payment now asks for this amount, or already did. */
  record Chosen(BigDecimal amount) implements ChooseAmountResult {}

  /** The payment already asks for another amount, or is no longer waiting to be paid. */
  record TooLate() implements ChooseAmountResult {}

  /** Not an amount of the payment's currency. */
  record Invalid() implements ChooseAmountResult {}
}
