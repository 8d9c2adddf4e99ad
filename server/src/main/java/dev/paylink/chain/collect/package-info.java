/** What lies at transfer addresses, and how merchants collect it. */
@NullMarked
package dev.paylink.chain.collect;

import org.jspecify.annotations.NullMarked;
