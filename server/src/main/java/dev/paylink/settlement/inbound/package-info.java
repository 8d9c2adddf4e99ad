/** The callback that components send their reports to. */
@NullMarked
package dev.paylink.settlement.inbound;

import org.jspecify.annotations.NullMarked;
