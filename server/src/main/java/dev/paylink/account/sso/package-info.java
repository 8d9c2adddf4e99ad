/** Signing in at an identity provider. */
@NullMarked
package dev.paylink.account.sso;

import org.jspecify.annotations.NullMarked;
