package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.SignedIn;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Shows a user where else it is signed in; nobody else's sessions. */
public final class ListSessions {
  private final Jdbi jdbi;

  public ListSessions(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Newest first. */
  public List<BrowserSession> handle(SignedIn signedIn) {
    return jdbi.withHandle(handle -> SessionStore.ofUser(handle, signedIn));
  }
}
