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
  NONE(Proof.NEVER, false),
  /** An account that nobody has frozen: it changes what payers are shown and where they go next. */
  THAWED(Proof.NEVER, true),
  /** The person was proven a short while ago, by signing in or again. */
  PROOF(Proof.RECENT, false),
  /**
   * A proof, and an account that nobody has frozen: it changes where money goes, the team, keys or
   * webhooks.
   */
  MONEY(Proof.RECENT, true),
  /**
   * A proof in the same request: it changes how the person is proven, and could keep the right one
   * out. The thief of a session right after a sign-in has none.
   */
  FACTORS(Proof.NOW, false),
  /**
   * A proof in the same request, and an account that nobody has frozen: it makes an owner, or lets
   * an identity provider say who is one.
   */
  OWNERS(Proof.NOW, true);

  private final Proof proof;
  private final boolean thawed;

  Guard(Proof proof, boolean thawed) {
    this.proof = proof;
    this.thawed = thawed;
  }

  private enum Proof {
    NEVER,
    RECENT,
    NOW
  }

  /** Tells whether this user must prove again who they are. */
  public boolean asksForProof(SignedIn signedIn) {
    return switch (proof) {
      case NEVER -> false;
      case RECENT -> !signedIn.fresh();
      case NOW -> !signedIn.vouchedFor();
    };
  }

  /** Tells whether this user can prove it at the team's identity provider. */
  public boolean takesProvidersWord(SignedIn signedIn) {
    return proof != Proof.NOW || signedIn.role() != Role.owner;
  }

  /** Tells whether a frozen account does not allow it. */
  public boolean needsThawed() {
    return thawed;
  }

  /** Refuses with 403 what a frozen account does not allow. */
  public void requireThawed(SignedIn signedIn) {
    if (thawed && signedIn.frozen()) {
      throw FreezeStore.frozen();
    }
  }

  /**
   * Returns the user; refuses with 403 on a frozen account, or when the last proof is too old. A
   * proof in the same request is for the call to read.
   */
  public SignedIn require(SignedIn signedIn) {
    requireThawed(signedIn);
    if (proof == Proof.RECENT && asksForProof(signedIn)) {
      throw proofRequired();
    }
    return signedIn;
  }

  public static Rejection proofRequired() {
    return new Rejection(MerchantError.REAUTHENTICATION_REQUIRED, Message.of("reauthenticate"));
  }
}
