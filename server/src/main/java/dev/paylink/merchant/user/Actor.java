package dev.paylink.merchant.user;

/** Who does something and from which address: what the audit log keeps of it. */
public record Actor(String name, String source) {
  /** Makes the actor of the operator, who holds the admin token. */
  public static Actor operator(String source) {
    return new Actor("operator", source);
  }
}
