/** What payments have received, and how much a merchant forgives. */
@NullMarked
package dev.paylink.settlement.received;

import org.jspecify.annotations.NullMarked;
