package dev.paylink.account;

import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;

/** Somebody who is signed in, in whichever realm. */
public interface Member extends Acting {
  UserId userId();

  String email();

  @Override
  SessionId sessionId();

  /** Returns the address from which the request came. */
  String source();
}
