/** The log of merchants' own calls: written beside them, read by their merchants. */
@NullMarked
package dev.paylink.requestlog;

import org.jspecify.annotations.NullMarked;
