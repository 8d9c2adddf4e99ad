/** What a use case or a store refuses, without a word of HTTP. */
@NullMarked
package dev.paylink.platform.error;

import org.jspecify.annotations.NullMarked;
