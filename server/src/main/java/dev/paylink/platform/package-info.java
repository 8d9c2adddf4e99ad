/** What every part stands on and no part of the business is in. */
@NullMarked
package dev.paylink.platform;

import org.jspecify.annotations.NullMarked;
