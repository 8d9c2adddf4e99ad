package dev.paylink.session;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** The two ways a session call can fail to authenticate, each with its RFC 9449 challenge. */
enum SessionError implements ErrorCode {
  /** A code or token opens nothing; a new proof would not help. */
  INVALID_SESSION("DPoP error=\"invalid_token\""),
  /** The proof is invalid; a new one may help. */
  INVALID_DPOP_PROOF("DPoP error=\"invalid_dpop_proof\", algs=\"" + ProofVerifier.ALGORITHMS + '"');

  private final String challenge;

  SessionError(String challenge) {
    this.challenge = challenge;
  }

  @Override
  public Kind kind() {
    return Kind.UNAUTHENTICATED;
  }

  @Override
  public String challenge() {
    return challenge;
  }
}
