/** Pictures that people upload: checked, decoded, and encoded again. */
@NullMarked
package dev.paylink.platform.picture;

import org.jspecify.annotations.NullMarked;
