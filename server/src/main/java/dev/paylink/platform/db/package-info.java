/** The database: pool, migrations, what counts as an outage. */
@NullMarked
package dev.paylink.platform.db;

import org.jspecify.annotations.NullMarked;
