/** Budgets per API key and the cooling-off after failed authentications. */
@NullMarked
package dev.paylink.ratelimit;

import org.jspecify.annotations.NullMarked;
