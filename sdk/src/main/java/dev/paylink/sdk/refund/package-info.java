/** Refunds: what a merchant requests, and what the service says of it. */
@NullMarked
package dev.paylink.sdk.refund;

import org.jspecify.annotations.NullMarked;
