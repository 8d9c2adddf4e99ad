/** Requests: generators, connections, and the references beside them. */
@NullMarked
package dev.paylink.bench.load;

import org.jspecify.annotations.NullMarked;
