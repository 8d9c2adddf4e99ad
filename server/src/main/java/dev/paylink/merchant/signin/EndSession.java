package dev.paylink.merchant.signin;

import dev.paylink.ids.SessionId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Ends one of a user's own sessions: its next request is refused. */
public final class EndSession {
  private final Jdbi jdbi;
  private final AuditLog audit;

  public EndSession(Jdbi jdbi, AuditLog audit) {
    this.jdbi = jdbi;
    this.audit = audit;
  }

  /**
   * 404 when the user has no such session.
   *
   * @param idText as it stands in the path
   */
  public void handle(SignedIn signedIn, String idText) {
    SessionId id = SessionId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(handle -> end(handle, signedIn, id));
  }

  private void end(Handle handle, SignedIn signedIn, SessionId id) {
    if (!SessionStore.delete(handle, signedIn, id)) {
      throw notFound();
    }
    audit.record(
        handle, signedIn.merchantId(), signedIn.actor(), "user.session_ended", id.toString(), null);
  }

  private static Refused notFound() {
    return new Refused(Problem.notFound("SESSION_NOT_FOUND", "You have no session with this id"));
  }
}
