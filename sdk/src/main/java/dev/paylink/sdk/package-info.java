/** A merchant's Java client: sign a request, call the service, verify a webhook. */
@NullMarked
package dev.paylink.sdk;

import org.jspecify.annotations.NullMarked;
