/** Payments by software: HTTP 402, one signature, a receipt (x402, version 2). */
@NullMarked
package dev.paylink.checkout.x402;

import org.jspecify.annotations.NullMarked;
