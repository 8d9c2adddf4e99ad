/** What merchants read of their invoices, with a key or on pages. */
@NullMarked
package dev.paylink.checkout.invoice;

import org.jspecify.annotations.NullMarked;
