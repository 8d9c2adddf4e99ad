package dev.paylink.session;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A verified DPoP proof: who made it (RFC 7638 thumbprint of the key), and its own name. */
record Proof(String keyThumbprint, String jti) {
  /**
   * Names the proof among all: of one length, whatever the client called it, and apart from the
   * proofs of other keys, so that nobody can use up a name for somebody else.
   */
  String id() {
    byte[] name = (keyThumbprint + '.' + jti).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(RequestSigner.sha256(name));
  }
}
