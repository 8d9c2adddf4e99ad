/** Tokens that are suspended, and the confirmations in them that wait for a decision. */
@NullMarked
package dev.paylink.settlement.hold;

import org.jspecify.annotations.NullMarked;
