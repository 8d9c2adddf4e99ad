/**
 * The hosted page of a payment link, its receipt, and the module with which browsers follow the
 * payment.
 */
@NullMarked
package dev.paylink.checkout;

import org.jspecify.annotations.NullMarked;
