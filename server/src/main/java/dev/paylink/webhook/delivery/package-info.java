/** The queue of deliveries: claimed, attempted, recorded, given up, sent again. */
@NullMarked
package dev.paylink.webhook.delivery;

import org.jspecify.annotations.NullMarked;
