package dev.paylink.operator.account;

import dev.paylink.account.Visitor;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.ids.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the sessions that the admin token opened, by the hash of their token; they expire by the
 * database's clock. People have their sessions with their accounts.
 */
final class TokenSessionStore {
  /** The oldest sessions end beyond this. */
  private static final int MOST = 100;

  private static final String DELETE_EXPIRED =
      "delete from token_session where expires_at <= now()";
  private static final String INSERT =
      """
      insert into token_session (token_hash, id, source, user_agent, expires_at)
      values (:tokenHash, :id, :source, :userAgent, now() + make_interval(secs => :seconds))
      returning expires_at
      """;
  private static final String DELETE_OLDEST =
      """
      delete from token_session where id in (
             select id from token_session order by id desc offset :kept)
      """;
  // Tells when last_seen_at is old enough for a write: not every request should write.
  private static final String FIND =
      """
      select id, expires_at as until, last_seen_at < now() - interval '5 minutes' as is_stale,
             proven_at > now() - make_interval(secs => :seconds) as fresh
        from token_session where token_hash = :tokenHash and expires_at > now()
      """;
  private static final String TOUCH =
      """
      update token_session set last_seen_at = now()
       where token_hash = :tokenHash and last_seen_at < now() - interval '5 minutes'
      """;
  private static final String PROVE =
      "update token_session set proven_at = now() where id = :id and expires_at > now()";
  private static final String ALL =
      """
      select id, created_at, last_seen_at, source, user_agent from token_session
       where expires_at > now() order by id desc limit :limit
      """;
  private static final String DELETE =
      "delete from token_session where id = :id and expires_at > now()";

  /**
   * A live session.
   *
   * @param isStale whether it is time to write that it was seen
   * @param fresh whether the admin token was sent a short while ago
   */
  record Found(SessionId id, Instant until, boolean isStale, boolean fresh) {}

  /** Inserts a session and returns its end; deletes expired ones and the oldest. */
  Instant insert(
      Handle handle, SessionId id, byte[] tokenHash, Visitor visitor, Duration lifetime) {
    handle.createUpdate(DELETE_EXPIRED).execute();
    Instant until =
        handle
            .createQuery(INSERT)
            .bind("tokenHash", tokenHash)
            .bind("id", id)
            .bind("source", visitor.source())
            .bind("userAgent", visitor.userAgent())
            .bind("seconds", lifetime.toSeconds())
            .mapTo(Instant.class)
            .one();
    handle.createUpdate(DELETE_OLDEST).bind("kept", MOST).execute();
    return until;
  }

  @Nullable Found find(Handle handle, byte[] tokenHash, Duration freshFor) {
    Found found =
        handle
            .createQuery(FIND)
            .bind("tokenHash", tokenHash)
            .bind("seconds", freshFor.toSeconds())
            .mapTo(Found.class)
            .findOne()
            .orElse(null);
    if (found != null && found.isStale) {
      handle.createUpdate(TOUCH).bind("tokenHash", tokenHash).execute();
    }
    return found;
  }

  /** Notes that the admin token was sent again; false when there is no such session. */
  boolean prove(Handle handle, SessionId id) {
    return handle.createUpdate(PROVE).bind("id", id).execute() == 1;
  }

  /** Returns the live sessions, newest first. */
  List<BrowserSession> all(Handle handle, @Nullable SessionId current) {
    return handle
        .createQuery(ALL)
        .bind("limit", MOST)
        .map(row -> BrowserSession.of(row, current))
        .list();
  }

  /** Ends one session; false when there is no such session. */
  boolean delete(Handle handle, SessionId id) {
    return handle.createUpdate(DELETE).bind("id", id).execute() == 1;
  }
}
