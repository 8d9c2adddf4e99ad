/** Payments as they are stored: read by id, listed, exported, and changed by outcomes. */
@NullMarked
package dev.paylink.payment.read;

import org.jspecify.annotations.NullMarked;
