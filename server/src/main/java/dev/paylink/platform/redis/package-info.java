/** Short-lived data that nodes share, and can do without. */
@NullMarked
package dev.paylink.platform.redis;

import org.jspecify.annotations.NullMarked;
