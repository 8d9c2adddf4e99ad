package dev.paylink.merchant.signin;

import dev.paylink.ids.SessionId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Lists and ends a user's own sessions. An ended session is refused at its next request, on every
 * node.
 */
public final class OwnSessions {
  private final SessionStore store = new SessionStore();
  private final Jdbi jdbi;
  private final AuditLog audit;

  public OwnSessions(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /** Returns the user's sessions, newest first. */
  public List<BrowserSession> list(SignedIn signedIn) {
    return jdbi.withHandle(handle -> store.ofUser(handle, signedIn));
  }

  /** Ends the session of the request. */
  public void signOut(SignedIn signedIn) {
    jdbi.useTransaction(
        handle -> {
          if (store.delete(handle, signedIn, signedIn.sessionId())) {
            record(handle, signedIn, "user.signed_out", signedIn.sessionId().toString());
          }
        });
  }

  /**
   * Ends one session; refuses with 404 when the user has no such session.
   *
   * @param idText as it stands in the path
   */
  public void end(SignedIn signedIn, String idText) {
    SessionId id = SessionId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(
        handle -> {
          if (!store.delete(handle, signedIn, id)) {
            throw notFound();
          }
          record(handle, signedIn, "user.session_ended", id.toString());
        });
  }

  /** Ends all other sessions of the user and returns how many. */
  public int endOthers(SignedIn signedIn) {
    return jdbi.inTransaction(
        handle -> {
          int ended = store.deleteOthers(handle, signedIn);
          if (ended > 0) {
            record(handle, signedIn, "user.other_sessions_ended", Integer.toString(ended));
          }
          return ended;
        });
  }

  private void record(Handle handle, SignedIn signedIn, String action, String before) {
    audit.record(handle, signedIn.merchantId(), signedIn.actor(), action, before, null);
  }

  private static Refused notFound() {
    return new Refused(Problem.notFound("SESSION_NOT_FOUND", "You have no session with this id"));
  }
}
