/** Many callers, one shared round trip. */
@NullMarked
package dev.paylink.platform.queue;

import org.jspecify.annotations.NullMarked;
