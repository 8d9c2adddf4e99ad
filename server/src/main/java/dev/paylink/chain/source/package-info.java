/** A chain as its readers see it: blocks, logs and their finality. */
@NullMarked
package dev.paylink.chain.source;

import org.jspecify.annotations.NullMarked;
