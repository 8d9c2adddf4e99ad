/**
 * Signing in: passwords, the second factor, the sessions of browsers, and the gate before each
 * call.
 */
@NullMarked
package dev.paylink.merchant.signin;

import org.jspecify.annotations.NullMarked;
