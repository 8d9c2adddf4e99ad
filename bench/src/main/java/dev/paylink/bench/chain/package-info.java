/** From a final block to its settlements applied. */
@NullMarked
package dev.paylink.bench.chain;

import org.jspecify.annotations.NullMarked;
