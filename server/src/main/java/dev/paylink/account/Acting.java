package dev.paylink.account;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import org.jspecify.annotations.Nullable;

/** Who changes something in a realm: somebody who is signed in, or a program with a token. */
public interface Acting {
  RealmId realm();

  /** Returns who it is as logs name it. */
  Actor actor();

  /** Returns the session of the request; null without one. */
  @Nullable SessionId sessionId();
}
