/** Questions to name servers. */
@NullMarked
package dev.paylink.platform.dns;

import org.jspecify.annotations.NullMarked;
