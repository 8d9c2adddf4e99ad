package dev.paylink.platform.oidc;

/**
 * An identity provider does not answer, or what it answers is not acceptable. The message is a
 * clause for the person who signs in or sets it up, and never contains a secret.
 */
public final class ProviderFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProviderFailure(String why) {
    super(why);
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
