/** Monthly statements: what was settled and taken back, line by line, with its transaction. */
@NullMarked
package dev.paylink.settlement.statement;

import org.jspecify.annotations.NullMarked;
