package dev.paylink.account.signin;

/** How a session began. */
public enum SignInWay {
  /** By what we check ourselves: password and second factor, or a passkey. */
  OWN,
  /** At the team's identity provider, and by the user's own second factor, if there is one. */
  SSO,
  /** At the team's identity provider, whose second factor counts as one. */
  SSO_WITH_FACTOR;

  public boolean bySso() {
    return this != OWN;
  }
}
