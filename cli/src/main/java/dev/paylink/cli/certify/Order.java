package dev.paylink.cli.certify;

/** An order of the shop, and the payment it is paid with. */
record Order(String paymentId, String reference, String amount, String currency) {}
