/** Payments: create, read, list. */
@NullMarked
package dev.paylink.payment;

import org.jspecify.annotations.NullMarked;
