/** What the operator does with merchants: find them, read about them, decide on them. */
@NullMarked
package dev.paylink.merchant.operator;

import org.jspecify.annotations.NullMarked;
