/** Budgets per API key and per merchant, and pauses after failed authentications. */
@NullMarked
package dev.paylink.ratelimit;

import org.jspecify.annotations.NullMarked;
