/** The audit log of a merchant, and the letters that tell of what is in it. */
@NullMarked
package dev.paylink.merchant.audit;

import org.jspecify.annotations.NullMarked;
