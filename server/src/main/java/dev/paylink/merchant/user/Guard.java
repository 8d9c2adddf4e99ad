package dev.paylink.merchant.user;

import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;

/**
 * What a change needs beyond a role. Every call and every form that changes something asks one of
 * these, so a stolen cookie alone changes nothing that matters.
 */
public enum Guard {
  /** Nothing more: it moves no money, or it only stops something. */
  NONE,
  /** The person was proven a short while ago, by signing in or again. */
  PROOF,
  /**
   * A proof, and an account that nobody has frozen: it changes where money goes, the team, keys or
   * webhooks.
   */
  MONEY;

  /** Tells whether this user must prove again who they are. */
  public boolean asksForProof(SignedIn signedIn) {
    return this != NONE && !signedIn.fresh();
  }

  /** Refuses with 403 what a frozen account does not allow. */
  public void requireThawed(SignedIn signedIn) {
    if (this == MONEY && signedIn.frozen()) {
      throw FreezeStore.frozen();
    }
  }

  /** Returns the user; refuses with 403 on a frozen account, or when the last proof is too old. */
  public SignedIn require(SignedIn signedIn) {
    requireThawed(signedIn);
    if (asksForProof(signedIn)) {
      throw proofRequired();
    }
    return signedIn;
  }

  public static Rejection proofRequired() {
    return new Rejection(MerchantError.REAUTHENTICATION_REQUIRED, Message.of("reauthenticate"));
  }
}
