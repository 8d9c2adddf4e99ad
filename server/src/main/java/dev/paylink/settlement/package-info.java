/** Outcomes of payments: reports come in, payments and invoices change, events are recorded. */
@NullMarked
package dev.paylink.settlement;

import org.jspecify.annotations.NullMarked;
