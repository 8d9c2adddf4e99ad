/** Reads and writes the JSON of calls and webhooks, strictly. Of no use to merchants. */
@NullMarked
package dev.paylink.sdk.json;

import org.jspecify.annotations.NullMarked;
