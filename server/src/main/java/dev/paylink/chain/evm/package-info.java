/** The calls of the contract and the tokens, encoded for a chain. */
@NullMarked
package dev.paylink.chain.evm;

import org.jspecify.annotations.NullMarked;
