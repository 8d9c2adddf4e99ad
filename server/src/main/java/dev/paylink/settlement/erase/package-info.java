/** Erases the customers of merchants: what is about the person goes, what is about money stays. */
@NullMarked
package dev.paylink.settlement.erase;

import org.jspecify.annotations.NullMarked;
