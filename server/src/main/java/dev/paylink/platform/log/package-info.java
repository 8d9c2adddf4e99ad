/** One JSON line per log record. */
@NullMarked
package dev.paylink.platform.log;

import org.jspecify.annotations.NullMarked;
