package dev.paylink.session;

import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.language.Message;

/** The two ways a session call can fail to authenticate, each with its RFC 9449 challenge. */
final class SessionProblems {
  private static final String INVALID_TOKEN = "DPoP error=\"invalid_token\"";
  private static final String INVALID_PROOF =
      "DPoP error=\"invalid_dpop_proof\", algs=\"" + ProofVerifier.ALGORITHMS + '"';

  private SessionProblems() {}

  /** Returns the refusal of a code or token that opens nothing; a new proof would not help. */
  static Refused invalidSession(Message detail) {
    return new Refused(
        Problem.unauthorized("INVALID_SESSION", detail)
            .header(Headers.WWW_AUTHENTICATE, INVALID_TOKEN));
  }

  /** Returns the refusal of an invalid proof; a new one may help. */
  static Refused invalidProof(Message detail) {
    return new Refused(proofProblem(detail));
  }

  static Problem proofProblem(Message detail) {
    return Problem.unauthorized("INVALID_DPOP_PROOF", detail)
        .header(Headers.WWW_AUTHENTICATE, INVALID_PROOF);
  }
}
