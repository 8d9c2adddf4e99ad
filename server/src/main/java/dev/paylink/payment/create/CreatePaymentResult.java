package dev.paylink.payment.create;

import dev.paylink.payment.read.CreatedPayment;

/** Everything that can come of a create-payment whose request was in order. */
sealed interface CreatePaymentResult {
  /** Stored; {@code replayed} when by an earlier request with the same key and bytes. */
  record Created(CreatedPayment payment, boolean replayed) implements CreatePaymentResult {}

  /** The idempotency key belongs to a request with other bytes. */
  record KeyReused() implements CreatePaymentResult {}

  record NoDepositAddress() implements CreatePaymentResult {}

  /** Something that only the stored invoices could tell. */
  record Invalid(String field, String message) implements CreatePaymentResult {}
}
