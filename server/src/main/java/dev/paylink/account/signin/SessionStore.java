package dev.paylink.account.signin;

import dev.paylink.account.Member;
import dev.paylink.account.Person;
import dev.paylink.account.Visitor;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.platform.db.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/** Keeps sessions by the hash of their token; they expire by the database's clock. */
public final class SessionStore implements Retention.Removal {
  /** The oldest of a user's sessions end beyond this. */
  public static final int MAX_PER_USER = 100;

  private static final String DELETE_EXPIRED =
      "delete from account_session where realm_id = :realm and expires_at <= now()";
  private static final String INSERT =
      """
      insert into account_session
             (id, token_hash, realm_id, user_id, source, user_agent, by_sso, provider_factor,
              proven_at, expires_at)
      values (:id, :tokenHash, :realm, :userId, :source, :userAgent, :bySso, :providerFactor,
              least(now(), cast(:provenAt as timestamptz)), now() + make_interval(secs => :seconds))
      """;
  private static final String DELETE_OLDEST =
      """
      delete from account_session where token_hash in (
             select token_hash from account_session
              where realm_id = :realm and user_id = :userId
              order by id desc offset :kept)
      """;
  // Tells when last_seen_at is old enough for a write: not every request should write.
  private static final String FIND =
      """
      select s.id as session_id, s.realm_id as realm, s.user_id, s.by_sso,
             s.expires_at as until, cast(:source as text) as source, u.email,
             coalesce(u.name, u.email) as name,
             role_now(u.role, u.pending_role, u.pending_role_from) as role,
             s.last_seen_at < now() - interval '5 minutes' as is_stale,
             s.proven_at > now() - make_interval(secs => :seconds) as fresh,
             exists (select 1 from account_freeze f where f.realm_id = s.realm_id) as frozen,
             not s.provider_factor
               and (:required
                 or exists (select 1 from second_factor_rule r where r.realm_id = s.realm_id))
               and not exists (select 1 from second_factor f
                                where f.realm_id = s.realm_id and f.user_id = s.user_id
                                  and f.confirmed_at is not null)
               and not exists (select 1 from passkey p
                                where p.realm_id = s.realm_id
                                  and p.user_id = s.user_id) as lacks_factor
        from account_session s
        join account_user u on u.realm_id = s.realm_id and u.id = s.user_id
       where s.token_hash = :tokenHash and s.expires_at > now()
         and role_now(u.role, u.pending_role, u.pending_role_from) <> 'removed'
      """;
  private static final String TOUCH =
      """
      update account_session set last_seen_at = now()
       where token_hash = :tokenHash and last_seen_at < now() - interval '5 minutes'
      """;
  private static final String PROVE =
      """
      update account_session set proven_at = now()
       where realm_id = :realm and user_id = :userId and id = :id and expires_at > now()
      returning proven_at
      """;
  private static final String OF_USER =
      """
      select id, created_at, last_seen_at, source, user_agent from account_session
       where realm_id = :realm and user_id = :userId and expires_at > now()
       order by id desc limit :limit
      """;
  private static final String DELETE = "delete from account_session where token_hash = :tokenHash";
  private static final String DELETE_ONE =
      """
      delete from account_session
       where realm_id = :realm and user_id = :userId and id = :id and expires_at > now()
      """;
  private static final String DELETE_OTHERS =
      """
      delete from account_session
       where realm_id = :realm and user_id = :userId and id <> :id
      """;

  private static final String DELETE_BY_SSO =
      """
      delete from account_session
       where realm_id = :realm and by_sso and id <> :kept
      """;

  private static final String DELETE_ALL =
      "delete from account_session where realm_id = :realm and user_id = :userId";

  // Also of realms where nobody signs in any more.
  static final String DELETE_OLD =
      """
      delete from account_session where token_hash in (
        select token_hash from account_session
         where created_at > '-infinity' and expires_at < :before
         order by expires_at limit :most)
      """;

  /** A session, and whether it is time to write that it was seen. */
  record Found(@Nested AccountSession session, boolean isStale) {}

  /**
   * Inserts a session; deletes the realm's expired ones and the user's oldest.
   *
   * @param provenAt when the person was proven; null for now
   */
  void insert(
      Handle handle,
      SessionId id,
      byte[] tokenHash,
      Person person,
      Visitor visitor,
      SignInWay way,
      @Nullable Instant provenAt,
      Duration lifetime) {
    handle.createUpdate(DELETE_EXPIRED).bind("realm", person.realm()).execute();
    person
        .bindTo(handle.createUpdate(INSERT))
        .bind("id", id)
        .bind("tokenHash", tokenHash)
        .bind("source", visitor.source())
        .bind("userAgent", visitor.userAgent())
        .bind("bySso", way.bySso())
        .bind("providerFactor", way == SignInWay.SSO_WITH_FACTOR)
        .bind("provenAt", provenAt)
        .bind("seconds", lifetime.toSeconds())
        .execute();
    person.bindTo(handle.createUpdate(DELETE_OLDEST)).bind("kept", MAX_PER_USER).execute();
  }

  /**
   * Returns the session of the token, as of a request from this source, or null without one.
   *
   * @param fresh how long a proof of the person counts
   * @param factorRequired whether everybody must have a second factor, whatever the realm's rule
   */
  @Nullable AccountSession find(
      Handle handle, byte[] tokenHash, String source, Duration fresh, boolean factorRequired) {
    Found found =
        handle
            .createQuery(FIND)
            .bind("tokenHash", tokenHash)
            .bind("seconds", fresh.toSeconds())
            .bind("required", factorRequired)
            .bind("source", source)
            .mapTo(Found.class)
            .findOne()
            .orElse(null);
    if (found != null && found.isStale) {
      handle.createUpdate(TOUCH).bind("tokenHash", tokenHash).execute();
    }
    return found == null ? null : found.session;
  }

  /** Notes that the person was proven now, and returns this time; null when the session ended. */
  @Nullable Instant prove(Handle handle, Member member) {
    return member
        .bindTo(handle.createQuery(PROVE))
        .bind("id", member.sessionId())
        .mapTo(Instant.class)
        .findOne()
        .orElse(null);
  }

  /** Returns the user's live sessions, newest first. */
  List<BrowserSession> ofUser(Handle handle, Member member) {
    return member
        .bindTo(handle.createQuery(OF_USER))
        .bind("limit", MAX_PER_USER)
        .map(row -> BrowserSession.of(row, member.sessionId()))
        .list();
  }

  void delete(Handle handle, byte[] tokenHash) {
    handle.createUpdate(DELETE).bind("tokenHash", tokenHash).execute();
  }

  /** Ends one session; false when the user has no such session. */
  boolean delete(Handle handle, Member member, SessionId id) {
    return member.bindTo(handle.createUpdate(DELETE_ONE)).bind("id", id).execute() == 1;
  }

  /** Ends all sessions of a user except one, which may be somebody else's; returns how many. */
  public int deleteOthers(Handle handle, Person person, SessionId kept) {
    return person.bindTo(handle.createUpdate(DELETE_OTHERS)).bind("id", kept).execute();
  }

  /** Ends all sessions of the realm that an identity provider opened, except one. */
  void deleteBySso(Handle handle, RealmId realm, SessionId kept) {
    handle.createUpdate(DELETE_BY_SSO).bind("realm", realm).bind("kept", kept).execute();
  }

  /** Ends all sessions of a user. */
  public void deleteAll(Handle handle, Person person) {
    person.bindTo(handle.createUpdate(DELETE_ALL)).execute();
  }

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    int removed =
        handle.createUpdate(DELETE_OLD).bind("before", range.before()).bind("most", most).execute();
    return new Retention.Step(removed, removed, range.from());
  }
}
