package dev.paylink.merchant.user;

/** Who does something and from which address: what the audit log keeps of it. */
public record Actor(String name, String source) {
  /** Tells whether it is a user, whose name is an e-mail address. */
  public boolean isUser() {
    return name.indexOf('@') >= 0;
  }

  /** Makes the actor of the operator, who holds the admin token. */
  public static Actor operator(String source) {
    return new Actor("operator", source);
  }
}
