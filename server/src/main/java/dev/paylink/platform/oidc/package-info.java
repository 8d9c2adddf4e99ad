/** Signing in at an identity provider: OpenID Connect with authorization code, PKCE and nonce. */
@NullMarked
package dev.paylink.platform.oidc;

import org.jspecify.annotations.NullMarked;
