/** Verifies what the service sent to a merchant's webhook endpoint. */
@NullMarked
package dev.paylink.sdk.webhook;

import org.jspecify.annotations.NullMarked;
