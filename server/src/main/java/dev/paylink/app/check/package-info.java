/** Looks, before a start, whether everything that the settings name is there. */
@NullMarked
package dev.paylink.app.check;

import org.jspecify.annotations.NullMarked;
