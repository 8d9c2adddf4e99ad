/** Strict JSON in, exact JSON out. */
@NullMarked
package dev.paylink.platform.json;

import org.jspecify.annotations.NullMarked;
