/** Applies reports to payments and invoices, and records the events, in one transaction. */
@NullMarked
package dev.paylink.settlement.apply;

import org.jspecify.annotations.NullMarked;
