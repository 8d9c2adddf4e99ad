/** Frozen accounts: the links that freeze one, and who agreed to lift it. */
@NullMarked
package dev.paylink.account.freeze;

import org.jspecify.annotations.NullMarked;
