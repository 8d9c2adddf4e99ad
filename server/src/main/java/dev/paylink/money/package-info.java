/** Amounts, the currencies that price them, and the addresses they are sent to. */
@NullMarked
package dev.paylink.money;

import org.jspecify.annotations.NullMarked;
