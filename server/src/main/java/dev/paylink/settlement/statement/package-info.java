/** Monthly statements: what came and what was given back, line by line, with its transaction. */
@NullMarked
package dev.paylink.settlement.statement;

import org.jspecify.annotations.NullMarked;
