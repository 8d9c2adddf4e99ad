/** The payment link: everyone who has it may see the payment. */
@NullMarked
package dev.paylink.checkout.link;

import org.jspecify.annotations.NullMarked;
