/** Load on the service compared with a reference, both measured in one run on one machine. */
@NullMarked
package dev.paylink.bench;

import org.jspecify.annotations.NullMarked;
