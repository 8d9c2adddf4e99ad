/**
 * The smart-contract component: it tells wallets what to send, and its watchers read the outcome
 * from the chains.
 */
@NullMarked
package dev.paylink.chain;

import org.jspecify.annotations.NullMarked;
