/** Operators suspend tokens, lift that, and decide about payments that were made in one. */
@NullMarked
package dev.paylink.settlement.suspend;

import org.jspecify.annotations.NullMarked;
