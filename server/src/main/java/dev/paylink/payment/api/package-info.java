/** The payment part, put together, and its routes. */
@NullMarked
package dev.paylink.payment.api;

import org.jspecify.annotations.NullMarked;
