/** Signing in: passwords, second factors and the sessions of browsers. */
@NullMarked
package dev.paylink.account.signin;

import org.jspecify.annotations.NullMarked;
