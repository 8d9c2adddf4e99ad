/** TypeIDs over UUIDv7. */
@NullMarked
package dev.paylink.platform.id;

import org.jspecify.annotations.NullMarked;
