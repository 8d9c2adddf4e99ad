/** A merchant's webhooks: their addresses, their secrets and the headers they sign. */
@NullMarked
package dev.paylink.webhook.settings;

import org.jspecify.annotations.NullMarked;
