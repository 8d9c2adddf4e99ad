/** What a merchant and the operator read about payments: figures by day, timelines, mismatches. */
@NullMarked
package dev.paylink.settlement.figures;

import org.jspecify.annotations.NullMarked;
