/** Tells merchants what happened: their settings, the events, and the deliveries. */
@NullMarked
package dev.paylink.webhook;

import org.jspecify.annotations.NullMarked;
