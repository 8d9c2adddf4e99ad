/** API keys and how a signed request proves its sender. */
@NullMarked
package dev.paylink.credential;

import org.jspecify.annotations.NullMarked;
