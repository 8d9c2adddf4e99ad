/** Explains why a signature of a request is wrong, by making the usual mistakes. */
@NullMarked
package dev.paylink.sdk.explain;

import org.jspecify.annotations.NullMarked;
