/**
 * A durable PostgreSQL shipped with the service: unpacked, initialised, started, watched and
 * stopped as a child process, so that one command is enough to run the service on real storage.
 */
@NullMarked
package dev.paylink.platform.db.embedded;

import org.jspecify.annotations.NullMarked;
