/**
 * The id of each kind of thing, with its prefix: one type for each, so that none is taken for
 * another.
 */
@NullMarked
package dev.paylink.ids;

import org.jspecify.annotations.NullMarked;
