/** The pages about payments, links, invoices and events. */
@NullMarked
package dev.paylink.dashboard.payments;

import org.jspecify.annotations.NullMarked;
