package dev.paylink.merchant.user;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;

/**
 * What a change needs beyond a role. Every call and every form that changes something asks one of
 * these, so a stolen cookie alone changes nothing that matters.
 */
public enum Guard {
  /** Nothing more: it moves no money, or it only stops something. */
  NONE,
  /** The person was proven a short while ago, by signing in or again. */
  PROOF;

  /** Tells whether this user must prove again who they are. */
  public boolean asksForProof(SignedIn signedIn) {
    return this != NONE && !signedIn.fresh();
  }

  /** Returns the user; refuses with 403 when the last proof is too old. */
  public SignedIn require(SignedIn signedIn) {
    if (asksForProof(signedIn)) {
      throw new Refused(proofRequired());
    }
    return signedIn;
  }

  public static Problem proofRequired() {
    return Problem.forbidden(
        "REAUTHENTICATION_REQUIRED",
        "Prove again that it is you at POST /merchant/reauthenticate, then repeat this");
  }
}
