/** The callback to which components send their reports. */
@NullMarked
package dev.paylink.settlement.inbound;

import org.jspecify.annotations.NullMarked;
