package dev.paylink.payment.create;

import dev.paylink.ids.PaymentId;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.platform.language.Message;

/** Every result of a well-formed create-payment request. */
public sealed interface CreatePaymentResult {
  /** Stored; {@code replayed} if an earlier request with the same key and bytes stored it. */
  record Created(CreatedPayment payment, boolean replayed) implements CreatePaymentResult {}

  /** The idempotency key belongs to a request with other bytes. */
  record KeyReused(PaymentId paymentId) implements CreatePaymentResult {}

  record NoDepositAddress() implements CreatePaymentResult {}

  /** This instance takes no token for the currency, so nobody could pay. */
  record CurrencyNotPayable(String currency) implements CreatePaymentResult {}

  /** The reusable link that would make it is switched off, used up or over. */
  record LinkEnded() implements CreatePaymentResult {}

  /** A fault that only the stored invoices could reveal. */
  record Invalid(String field, Message message) implements CreatePaymentResult {}
}
