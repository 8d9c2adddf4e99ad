package dev.paylink.account;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;

/** A signed-in person of any realm. */
public interface Member extends Acting, Person {
  @Override
  RealmId realm();

  String email();

  @Override
  SessionId sessionId();

  /** Returns the address from which the request came. */
  String source();

  /**
   * Tells whether an identity provider vouched for this person recently and that counts as a proof;
   * it never does for the highest role.
   */
  boolean vouchedFor();
}
