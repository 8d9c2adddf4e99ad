/** The calls that a wallet makes to pay from the hosted page. */
@NullMarked
package dev.paylink.checkout.wallet;

import org.jspecify.annotations.NullMarked;
