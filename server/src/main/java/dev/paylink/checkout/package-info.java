/** The hosted page behind a payment link, its receipt, and the module browsers follow it with. */
@NullMarked
package dev.paylink.checkout;

import org.jspecify.annotations.NullMarked;
