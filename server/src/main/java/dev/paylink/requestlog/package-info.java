/** The log of merchants' own calls: written in the background, read by their merchants. */
@NullMarked
package dev.paylink.requestlog;

import org.jspecify.annotations.NullMarked;
