/** What the contract and the tokens are called with, encoded as a chain takes it. */
@NullMarked
package dev.paylink.chain.evm;

import org.jspecify.annotations.NullMarked;
