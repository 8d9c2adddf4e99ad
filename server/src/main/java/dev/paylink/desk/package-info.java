/**
 * The operator's desk: pages on the internal listener, for holders of the admin token. It decides
 * with the same use cases as the calls below {@code /admin}, and all it does is in the audit log.
 */
@NullMarked
package dev.paylink.desk;

import org.jspecify.annotations.NullMarked;
