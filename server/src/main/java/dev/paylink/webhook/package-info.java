/** Webhooks: settings of merchants, events, and deliveries. */
@NullMarked
package dev.paylink.webhook;

import org.jspecify.annotations.NullMarked;
