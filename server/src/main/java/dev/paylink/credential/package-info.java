/** API keys and the authentication of signed requests. */
@NullMarked
package dev.paylink.credential;

import org.jspecify.annotations.NullMarked;
