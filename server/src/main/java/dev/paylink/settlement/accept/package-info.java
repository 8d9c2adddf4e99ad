/**
 * Underpaid payments: a merchant accepts one, or sets the underpayment that is accepted
 * automatically.
 */
@NullMarked
package dev.paylink.settlement.accept;

import org.jspecify.annotations.NullMarked;
