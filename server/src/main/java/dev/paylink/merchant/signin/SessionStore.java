package dev.paylink.merchant.signin;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.Visitor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Keeps sessions by the hash of their token; they expire by the database's clock. */
final class SessionStore {
  /** The oldest of a user's sessions end beyond this. */
  static final int MAX_PER_USER = 100;

  private static final String DELETE_EXPIRED =
      "delete from merchant_session where merchant_id = :merchantId and expires_at <= now()";
  private static final String INSERT =
      """
      insert into merchant_session
             (id, token_hash, merchant_id, user_id, source, user_agent, by_sso, provider_factor,
              expires_at)
      values (:id, :tokenHash, :merchantId, :userId, :source, :userAgent, :bySso, :providerFactor,
              now() + make_interval(secs => :seconds))
      """;
  private static final String DELETE_OLDEST =
      """
      delete from merchant_session where token_hash in (
             select token_hash from merchant_session
              where merchant_id = :merchantId and user_id = :userId
              order by id desc offset :kept)
      """;
  // Tells when last_seen_at is old enough for a write: not every request should write.
  private static final String FIND =
      """
      select s.id, s.merchant_id, s.user_id, s.by_sso, u.email,
             role_now(u.role, u.pending_role, u.pending_role_from) as role,
             s.last_seen_at < now() - interval '5 minutes' as is_stale,
             s.proven_at > now() - make_interval(secs => :seconds) as is_fresh,
             exists (select 1 from account_freeze f
                      where f.merchant_id = s.merchant_id) as is_frozen,
             not s.provider_factor
               and exists (select 1 from second_factor_rule r where r.merchant_id = s.merchant_id)
               and not exists (select 1 from second_factor f
                                where f.merchant_id = s.merchant_id and f.user_id = s.user_id
                                  and f.confirmed_at is not null)
               and not exists (select 1 from passkey p
                                where p.merchant_id = s.merchant_id
                                  and p.user_id = s.user_id) as lacks_factor
        from merchant_session s
        join merchant_user u on u.merchant_id = s.merchant_id and u.id = s.user_id
       where s.token_hash = :tokenHash and s.expires_at > now()
         and role_now(u.role, u.pending_role, u.pending_role_from) <> 'removed'
      """;
  private static final String TOUCH =
      """
      update merchant_session set last_seen_at = now()
       where token_hash = :tokenHash and last_seen_at < now() - interval '5 minutes'
      """;
  private static final String PROVE =
      """
      update merchant_session set proven_at = now()
       where merchant_id = :merchantId and user_id = :userId and id = :id and expires_at > now()
      returning proven_at
      """;
  private static final String OF_USER =
      """
      select id, created_at, last_seen_at, source, user_agent from merchant_session
       where merchant_id = :merchantId and user_id = :userId and expires_at > now()
       order by id desc limit :limit
      """;
  private static final String DELETE = "delete from merchant_session where token_hash = :tokenHash";
  private static final String DELETE_ONE =
      """
      delete from merchant_session
       where merchant_id = :merchantId and user_id = :userId and id = :id and expires_at > now()
      """;
  private static final String DELETE_OTHERS =
      """
      delete from merchant_session
       where merchant_id = :merchantId and user_id = :userId and id <> :id
      """;

  private static final String DELETE_BY_SSO =
      """
      delete from merchant_session
       where merchant_id = :merchantId and by_sso and id <> :kept
      """;

  private static final String DELETE_ALL =
      "delete from merchant_session where merchant_id = :merchantId and user_id = :userId";

  private record Found(SignedIn signedIn, boolean isStale, boolean bySso) {
    boolean isOfOwner() {
      return signedIn.role() == Role.owner;
    }
  }

  /** Inserts a session; deletes the merchant's expired ones and the user's oldest. */
  void insert(
      Handle handle,
      SessionId id,
      byte[] tokenHash,
      MerchantId merchantId,
      UserId userId,
      Visitor visitor,
      SignInWay way,
      Duration lifetime) {
    handle.createUpdate(DELETE_EXPIRED).bind("merchantId", merchantId).execute();
    handle
        .createUpdate(INSERT)
        .bind("id", id)
        .bind("tokenHash", tokenHash)
        .bind("merchantId", merchantId)
        .bind("userId", userId)
        .bind("source", visitor.source())
        .bind("userAgent", visitor.userAgent())
        .bind("bySso", way.bySso())
        .bind("providerFactor", way == SignInWay.SSO_WITH_FACTOR)
        .bind("seconds", lifetime.toSeconds())
        .execute();
    handle
        .createUpdate(DELETE_OLDEST)
        .bind("merchantId", merchantId)
        .bind("userId", userId)
        .bind("kept", MAX_PER_USER)
        .execute();
  }

  /**
   * Returns the user of the token, signed in from this source, or null without a session. While the
   * account is frozen, no session of an owner counts that an identity provider opened: whoever
   * changed the provider could lift the freeze with it.
   *
   * @param fresh how long a proof of the person counts
   */
  @Nullable SignedIn find(Handle handle, byte[] tokenHash, String source, Duration fresh) {
    Found found =
        handle
            .createQuery(FIND)
            .bind("tokenHash", tokenHash)
            .bind("seconds", fresh.toSeconds())
            .map(
                row ->
                    new Found(
                        signedIn(row, source),
                        row.getColumn("is_stale", Boolean.class),
                        row.getColumn("by_sso", Boolean.class)))
            .findOne()
            .orElse(null);
    if (found == null || (found.bySso && found.isOfOwner() && found.signedIn.frozen())) {
      return null;
    }
    if (found.isStale) {
      handle.createUpdate(TOUCH).bind("tokenHash", tokenHash).execute();
    }
    return found.signedIn;
  }

  /** Notes that the person was proven now, and returns this time; null when the session ended. */
  @Nullable Instant prove(Handle handle, SignedIn signedIn) {
    return handle
        .createQuery(PROVE)
        .bind("merchantId", signedIn.merchantId())
        .bind("userId", signedIn.userId())
        .bind("id", signedIn.sessionId())
        .mapTo(Instant.class)
        .findOne()
        .orElse(null);
  }

  /** Returns the user's live sessions, newest first. */
  List<BrowserSession> ofUser(Handle handle, SignedIn signedIn) {
    return handle
        .createQuery(OF_USER)
        .bind("merchantId", signedIn.merchantId())
        .bind("userId", signedIn.userId())
        .bind("limit", MAX_PER_USER)
        .map(row -> session(row, signedIn.sessionId()))
        .list();
  }

  void delete(Handle handle, byte[] tokenHash) {
    handle.createUpdate(DELETE).bind("tokenHash", tokenHash).execute();
  }

  /** Ends one session; false when the user has no such session. */
  boolean delete(Handle handle, SignedIn signedIn, SessionId id) {
    return handle
            .createUpdate(DELETE_ONE)
            .bind("merchantId", signedIn.merchantId())
            .bind("userId", signedIn.userId())
            .bind("id", id)
            .execute()
        == 1;
  }

  /** Ends all other sessions of the user and returns how many. */
  int deleteOthers(Handle handle, SignedIn signedIn) {
    return handle
        .createUpdate(DELETE_OTHERS)
        .bind("merchantId", signedIn.merchantId())
        .bind("userId", signedIn.userId())
        .bind("id", signedIn.sessionId())
        .execute();
  }

  /** Ends all sessions of the merchant that an identity provider opened, except one. */
  void deleteBySso(Handle handle, MerchantId merchantId, SessionId kept) {
    handle.createUpdate(DELETE_BY_SSO).bind("merchantId", merchantId).bind("kept", kept).execute();
  }

  /** Ends all sessions of a user. */
  void deleteAll(Handle handle, MerchantId merchantId, UserId userId) {
    handle.createUpdate(DELETE_ALL).bind("merchantId", merchantId).bind("userId", userId).execute();
  }

  private static SignedIn signedIn(RowView row, String source) {
    return new SignedIn(
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("user_id", UserId.class),
        row.getColumn("email", String.class),
        Role.valueOf(row.getColumn("role", String.class)),
        row.getColumn("id", SessionId.class),
        source,
        row.getColumn("is_fresh", Boolean.class),
        row.getColumn("is_frozen", Boolean.class),
        row.getColumn("lacks_factor", Boolean.class));
  }

  private static BrowserSession session(RowView row, SessionId current) {
    SessionId id = row.getColumn("id", SessionId.class);
    return new BrowserSession(
        id,
        row.getColumn("created_at", Instant.class),
        row.getColumn("last_seen_at", Instant.class),
        row.getColumn("source", String.class),
        row.getColumn("user_agent", String.class),
        id.equals(current));
  }
}
