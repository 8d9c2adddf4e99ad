package dev.paylink.payment;

import dev.paylink.credential.Caller;

/** One create-payment on its way to the writer: who, under which key, over which bytes, what. */
record NewPayment(
    Caller caller, String idempotencyKey, byte[] requestHash, CreatePaymentCommand command) {}
