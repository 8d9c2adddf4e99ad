package dev.paylink.payment;

import dev.paylink.credential.Caller;

/**
 * One create-payment on its way to the writer: who, under which key, over which bytes, what. It
 * brings its random link token along, so that the one writer thread makes none.
 */
record NewPayment(
    Caller caller,
    String idempotencyKey,
    byte[] requestHash,
    CreatePaymentCommand command,
    LinkToken linkToken) {}
