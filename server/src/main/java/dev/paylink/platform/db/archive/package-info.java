/**
 * Continuous backup of the embedded database: base backups, the WAL that follows them, and the way
 * back to a point in time.
 */
@NullMarked
package dev.paylink.platform.db.archive;

import org.jspecify.annotations.NullMarked;
