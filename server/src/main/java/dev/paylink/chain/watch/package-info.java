/**
 * Watches the chains: one leader reads final blocks in order and reports what happened to payments.
 */
@NullMarked
package dev.paylink.chain.watch;

import org.jspecify.annotations.NullMarked;
