/** Backups: written from one snapshot while the service runs, verified, restored into nothing. */
@NullMarked
package dev.paylink.platform.db.backup;

import org.jspecify.annotations.NullMarked;
