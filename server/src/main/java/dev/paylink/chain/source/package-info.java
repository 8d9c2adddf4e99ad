/** A chain as its readers ask it: blocks, logs and how final they are. */
@NullMarked
package dev.paylink.chain.source;

import org.jspecify.annotations.NullMarked;
