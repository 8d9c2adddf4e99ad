/** Why a signature does not match. */
@NullMarked
package dev.paylink.cli.explain;

import org.jspecify.annotations.NullMarked;
