/** Creates payments: the request's rules, and the one writer that stores them. */
@NullMarked
package dev.paylink.payment.create;

import org.jspecify.annotations.NullMarked;
