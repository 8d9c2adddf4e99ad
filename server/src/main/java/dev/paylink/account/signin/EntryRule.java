package dev.paylink.account.signin;

import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import org.jdbi.v3.core.Handle;

/**
 * What a kind of realm decides about people who sign in, beyond who they are: by default nothing.
 */
public interface EntryRule {
  /** Refuses with 403 a way of signing in that the realm does not allow this person. */
  default void require(Handle handle, UserStore.Login login, SignInWay way) {}

  /** Tells the people concerned that somebody signed in with a browser not used before. */
  default void enteredFromNewDevice(Handle handle, UserStore.Login login, Visitor visitor) {}
}
