/** Balances of transfer addresses, and how merchants collect them. */
@NullMarked
package dev.paylink.chain.collect;

import org.jspecify.annotations.NullMarked;
