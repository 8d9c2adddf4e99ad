/** The service and PostgreSQL under test, and the data they start with. */
@NullMarked
package dev.paylink.bench.stage;

import org.jspecify.annotations.NullMarked;
