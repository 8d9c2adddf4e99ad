/** Requests: generators, connections, and their references. */
@NullMarked
package dev.paylink.bench.load;

import org.jspecify.annotations.NullMarked;
