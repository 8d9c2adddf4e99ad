/** Frozen accounts: the links that freeze one, and who agreed to lift it. */
@NullMarked
package dev.paylink.merchant.freeze;

import org.jspecify.annotations.NullMarked;
