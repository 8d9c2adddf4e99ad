/**
 * The watcher of the chains: one leader reads final blocks in order and reports the outcomes of
 * payments.
 */
@NullMarked
package dev.paylink.chain.watch;

import org.jspecify.annotations.NullMarked;
