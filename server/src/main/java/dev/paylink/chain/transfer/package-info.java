/** Plain transfers: the addresses they are sent to, and what came there. */
@NullMarked
package dev.paylink.chain.transfer;

import org.jspecify.annotations.NullMarked;
