/** The ready-made merchant of a sandbox, and its file. */
@NullMarked
package dev.paylink.sandbox;

import org.jspecify.annotations.NullMarked;
