/** Load on the service beside a reference, both taken in one run on one machine. */
@NullMarked
package dev.paylink.bench;

import org.jspecify.annotations.NullMarked;
