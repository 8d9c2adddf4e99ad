/** The calls that wallets are asked to send, and the refs that identify them. */
@NullMarked
package dev.paylink.chain.wallet;

import org.jspecify.annotations.NullMarked;
