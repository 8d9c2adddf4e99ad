/** Invoices and their numbers. */
@NullMarked
package dev.paylink.invoice;

import org.jspecify.annotations.NullMarked;
