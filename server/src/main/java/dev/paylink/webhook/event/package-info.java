/** Events: recorded in order, read as a feed, listed with their deliveries. */
@NullMarked
package dev.paylink.webhook.event;

import org.jspecify.annotations.NullMarked;
