package dev.paylink.session;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A verified DPoP proof: the RFC 7638 thumbprint of its key, and its own {@code jti}. */
record Proof(String keyThumbprint, String jti) {
  /**
   * Returns an id unique among all proofs. It has a fixed length, whatever the client chose, and
   * differs from the proofs of other keys, so that nobody can use up an id for somebody else.
   */
  String id() {
    byte[] name = (keyThumbprint + '.' + jti).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(RequestSigner.sha256(name));
  }
}
