/** The technical base of every part, without any business rule. */
@NullMarked
package dev.paylink.platform;

import org.jspecify.annotations.NullMarked;
