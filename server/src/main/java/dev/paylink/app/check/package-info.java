/** Checks before a start that everything the settings name can be reached. */
@NullMarked
package dev.paylink.app.check;

import org.jspecify.annotations.NullMarked;
