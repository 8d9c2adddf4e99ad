/** The merchant's pages: the same use cases as the calls below {@code /merchant}, for people. */
@NullMarked
package dev.paylink.dashboard;

import org.jspecify.annotations.NullMarked;
