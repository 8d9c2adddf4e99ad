/** What payments have received, and which underpayments a merchant accepts. */
@NullMarked
package dev.paylink.settlement.received;

import org.jspecify.annotations.NullMarked;
