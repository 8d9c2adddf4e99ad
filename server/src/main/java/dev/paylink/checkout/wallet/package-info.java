/** The calls with which a wallet pays from the hosted page. */
@NullMarked
package dev.paylink.checkout.wallet;

import org.jspecify.annotations.NullMarked;
