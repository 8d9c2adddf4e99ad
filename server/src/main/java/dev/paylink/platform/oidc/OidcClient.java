package dev.paylink.platform.oidc;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * This service as an identity provider knows it.
 *
 * @param issuer the provider, exactly as it names itself
 * @param redirectUri where the provider sends people back to; no two providers have the same one,
 *     so that the answer of one cannot be taken for the answer of another
 */
public record OidcClient(String issuer, String clientId, Secret clientSecret, String redirectUri) {
  private static final int NAME_BYTES = 16;

  /** Returns the part of a redirect address that only this issuer's has. */
  public static String pathName(String issuer) {
    byte[] hash = RequestSigner.sha256(issuer.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, NAME_BYTES));
  }
}
