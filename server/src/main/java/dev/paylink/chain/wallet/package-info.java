/** What wallets are asked to send, and the refs it will be known by. */
@NullMarked
package dev.paylink.chain.wallet;

import org.jspecify.annotations.NullMarked;
