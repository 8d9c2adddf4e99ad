@NullMarked
package dev.paylink.platform.db.embedded;

import org.jspecify.annotations.NullMarked;
