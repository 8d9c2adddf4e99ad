package dev.paylink.account.signin;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.Member;
import dev.paylink.ids.SessionId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * Lists and ends a user's own sessions. An ended session is refused at its next request, on every
 * node.
 */
public final class ManageSessions {
  private final SessionStore store = new SessionStore();
  private final Jdbi jdbi;
  private final AccountLog log;

  public ManageSessions(Jdbi jdbi, AccountLog log) {
    this.jdbi = jdbi;
    this.log = log;
  }

  /** Returns the user's sessions, newest first. */
  public List<BrowserSession> list(Member member) {
    return jdbi.withHandle(handle -> store.ofUser(handle, member));
  }

  /** Ends the session of the request. */
  public void signOut(Member member) {
    jdbi.useTransaction(
        handle -> {
          if (store.delete(handle, member, member.sessionId())) {
            log.record(handle, member, "user.signed_out", member.sessionId().toString(), null);
          }
        });
  }

  /**
   * Ends one session; refuses with 404 when the user has no such session.
   *
   * @param idText as written in the path
   */
  public void end(Member member, String idText) {
    SessionId id = SessionId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(
        handle -> {
          if (!store.delete(handle, member, id)) {
            throw notFound();
          }
          log.record(handle, member, "user.session_ended", id.toString(), null);
        });
  }

  /** Ends all other sessions of the user and returns how many. */
  public int endOthers(Member member) {
    return jdbi.inTransaction(
        handle -> {
          int ended = store.deleteOthers(handle, member, member.sessionId());
          if (ended > 0) {
            log.record(handle, member, "user.other_sessions_ended", Integer.toString(ended), null);
          }
          return ended;
        });
  }

  public static Rejection notFound() {
    return new Rejection(AccountError.SESSION_NOT_FOUND, Message.of("nosession"));
  }
}
