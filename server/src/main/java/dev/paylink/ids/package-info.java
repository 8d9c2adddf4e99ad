/** Typed ids: each kind of thing has its own type and prefix, so that ids cannot be mixed up. */
@NullMarked
package dev.paylink.ids;

import org.jspecify.annotations.NullMarked;
