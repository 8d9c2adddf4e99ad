package dev.paylink.account;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;

/** Somebody who is signed in, in whichever realm. */
public interface Member extends Acting, Person {
  @Override
  RealmId realm();

  String email();

  @Override
  SessionId sessionId();

  /** Returns the address from which the request came. */
  String source();

  /**
   * Tells whether an identity provider has vouched for this person a short while ago, whose word is
   * enough for them: it never is for the highest role.
   */
  boolean vouchedFor();
}
