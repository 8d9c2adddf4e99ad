/** Sends to addresses that merchants chose, and to none that they must not reach through us. */
@NullMarked
package dev.paylink.webhook.endpoint;

import org.jspecify.annotations.NullMarked;
