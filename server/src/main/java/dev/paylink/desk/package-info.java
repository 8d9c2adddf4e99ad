/**
 * The operator's desk: pages on the internal listener, for holders of the admin token. It uses the
 * same use cases as the calls below {@code /admin}, and the audit log records everything it does.
 */
@NullMarked
package dev.paylink.desk;

import org.jspecify.annotations.NullMarked;
