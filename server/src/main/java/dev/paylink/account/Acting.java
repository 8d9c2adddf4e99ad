package dev.paylink.account;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import org.jspecify.annotations.Nullable;

/** The actor of a change in a realm: a signed-in person, or a program with a token. */
public interface Acting {
  RealmId realm();

  /** Returns the name for logs. */
  Actor actor();

  /** Returns the session of the request; null without one. */
  @Nullable SessionId sessionId();
}
