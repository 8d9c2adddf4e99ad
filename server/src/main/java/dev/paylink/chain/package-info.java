/**
 * The smart-contract component: what a wallet has to send, and the watcher that reads from the
 * chains what became of it.
 */
@NullMarked
package dev.paylink.chain;

import org.jspecify.annotations.NullMarked;
