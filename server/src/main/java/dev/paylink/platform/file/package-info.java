/** Files that only their owner may read. */
@NullMarked
package dev.paylink.platform.file;

import org.jspecify.annotations.NullMarked;
