package dev.paylink.session;

import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import org.jspecify.annotations.Nullable;

/**
 * Checks the {@code DPoP} header of a request against the request. Checking and marking as used are
 * two steps, so that a request refused in between takes no memory: nobody without a live code or
 * token can fill it.
 */
final class RequestProofs {
  private final ProofVerifier verifier;
  private final UsedProofs used;
  private final BaseUrl baseUrl;

  RequestProofs(ProofVerifier verifier, UsedProofs used, BaseUrl baseUrl) {
    this.verifier = verifier;
    this.used = used;
    this.baseUrl = baseUrl;
  }

  /**
   * Returns the request's proof, or throws a refusal. The Host header is ignored: the sender
   * chooses it.
   */
  Proof check(Request request, @Nullable String tokenHash) {
    String proof = request.header(Headers.DPOP);
    if (proof == null || request.isRepeated(Headers.DPOP)) {
      throw new Rejection(SessionError.INVALID_DPOP_PROOF, Message.of("proof.send"));
    }
    return verifier.verify(proof, request.method(), baseUrl.resolve(path(request)), tokenHash);
  }

  void useUp(Proof proof) {
    if (!used.claim(proof)) {
      throw new Rejection(
          SessionError.INVALID_DPOP_PROOF, Message.of("proof.refused", Message.of("proof.used")));
    }
  }

  private static String path(Request request) {
    String target = request.target();
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }
}
