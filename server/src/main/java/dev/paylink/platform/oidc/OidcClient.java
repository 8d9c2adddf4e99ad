package dev.paylink.platform.oidc;

import dev.paylink.platform.crypto.Secret;

/**
 * This service as an identity provider knows it.
 *
 * @param issuer the provider, exactly as it names itself
 * @param redirectUri where the provider sends people back to
 */
public record OidcClient(String issuer, String clientId, Secret clientSecret, String redirectUri) {}
