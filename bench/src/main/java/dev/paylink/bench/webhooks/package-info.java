/** From a reported outcome to its received webhook. */
@NullMarked
package dev.paylink.bench.webhooks;

import org.jspecify.annotations.NullMarked;
