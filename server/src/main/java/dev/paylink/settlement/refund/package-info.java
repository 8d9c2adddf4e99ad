/** Money that merchants give back with their own wallets. */
@NullMarked
package dev.paylink.settlement.refund;

import org.jspecify.annotations.NullMarked;
