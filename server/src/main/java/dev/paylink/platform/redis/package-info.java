/** What nodes share for a moment, and can do without. */
@NullMarked
package dev.paylink.platform.redis;

import org.jspecify.annotations.NullMarked;
