/** The hosted page behind a payment link. */
@NullMarked
package dev.paylink.checkout;

import org.jspecify.annotations.NullMarked;
