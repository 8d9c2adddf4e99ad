/** The database: pool, migrations, what counts as an outage, binary COPY. */
@NullMarked
package dev.paylink.platform.db;

import org.jspecify.annotations.NullMarked;
