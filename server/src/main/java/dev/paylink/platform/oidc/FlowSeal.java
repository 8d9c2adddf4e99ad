package dev.paylink.platform.oidc;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Encrypts a sign-in for the browser that began it; a sealed one is valid for a few minutes. */
final class FlowSeal {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Vault vault;
  private final String context;
  private final InstantSource clock;

  FlowSeal(Vault vault, String context, InstantSource clock) {
    this.vault = vault;
    this.context = context;
    this.clock = clock;
  }

  /** A sign-in as its browser keeps it. */
  private record Kept(
      String state,
      String nonce,
      String verifier,
      String issuer,
      String whose,
      String next,
      boolean again,
      Instant begun) {}

  Secret seal(OidcFlow.Flow flow) {
    Kept kept =
        new Kept(
            flow.state().reveal(),
            flow.nonce(),
            flow.verifier().reveal(),
            flow.issuer(),
            flow.whose(),
            flow.next(),
            flow.again(),
            flow.begun());
    byte[] sealed = vault.seal(JSON.writeValueAsBytes(kept), context);
    return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  /** Decrypts a sign-in; returns null if it has expired or was not sealed by us. */
  OidcFlow.@Nullable Flow open(String sealed) {
    byte[] json;
    try {
      json = vault.open(Base64.getUrlDecoder().decode(sealed), context);
    } catch (IllegalArgumentException | IllegalStateException e) { // not base64, or not ours
      return null;
    }
    Kept kept = JSON.readValue(json, Kept.class);
    return clock.instant().isAfter(kept.begun.plus(OidcFlow.LIFETIME))
        ? null
        : new OidcFlow.Flow(
            new Secret(kept.state),
            kept.nonce,
            new Secret(kept.verifier),
            kept.issuer,
            kept.whose,
            kept.next,
            kept.again,
            kept.begun);
  }
}
