package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import dev.paylink.ids.SessionId;
import dev.paylink.merchant.signin.BrowserSession;
import dev.paylink.merchant.user.Visitor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Keeps operators' sessions by the hash of their token; they expire by the database's clock. A
 * session without an account was opened with the admin token.
 */
public final class OperatorSessionStore {
  /** The oldest sessions of an account end beyond this. */
  static final int MAX_PER_OPERATOR = 100;

  private static final String DELETE_EXPIRED =
      "delete from operator_session where expires_at <= now()";
  private static final String INSERT =
      """
      insert into operator_session
             (token_hash, id, operator_id, source, user_agent, provider_factor, expires_at)
      values (:tokenHash, :id, :operatorId, :source, :userAgent, :providerFactor,
              now() + make_interval(secs => :seconds))
      returning expires_at
      """;
  private static final String DELETE_OLDEST =
      """
      delete from operator_session where token_hash in (
             select token_hash from operator_session
              where operator_id is not distinct from :operatorId
              order by id desc offset :kept)
      """;
  // Tells when last_seen_at is old enough for a write: not every request should write.
  private static final String FIND =
      """
      select s.id, s.expires_at, s.last_seen_at < now() - interval '5 minutes' as is_stale,
             o.id as operator_id, o.email, o.name, o.role,
             f.confirmed_at is not null or s.provider_factor as two_factor
        from operator_session s
        left join operator_account o on o.id = s.operator_id
        left join operator_factor f on f.operator_id = s.operator_id
       where s.token_hash = :tokenHash and s.expires_at > now()
      """;
  private static final String TOUCH =
      """
      update operator_session set last_seen_at = now()
       where token_hash = :tokenHash and last_seen_at < now() - interval '5 minutes'
      """;
  private static final String OF_OPERATOR =
      """
      select id, created_at, last_seen_at, source, user_agent from operator_session
       where operator_id is not distinct from :operatorId and expires_at > now()
       order by id desc limit :limit
      """;
  private static final String DELETE_ONE =
      """
      delete from operator_session
       where id = :id and operator_id is not distinct from :operatorId and expires_at > now()
      """;
  private static final String DELETE_OTHERS =
      """
      delete from operator_session
       where operator_id is not distinct from :operatorId and id is distinct from :id
      """;

  /**
   * A live session.
   *
   * @param operator null when it was opened with the admin token
   */
  record Found(SessionId id, Instant until, @Nullable Holder operator) {}

  /** Whose session it is. */
  record Holder(ActingOperator.Account account, OperatorRole role, boolean twoFactor) {}

  private record Row(Found found, boolean isStale) {}

  /** Inserts a session and returns its end; deletes expired ones and the account's oldest. */
  Instant insert(
      Handle handle,
      SessionId id,
      byte[] tokenHash,
      @Nullable OperatorId operatorId,
      Visitor visitor,
      boolean providerFactor,
      Duration lifetime) {
    handle.createUpdate(DELETE_EXPIRED).execute();
    Instant until =
        handle
            .createQuery(INSERT)
            .bind("tokenHash", tokenHash)
            .bind("id", id)
            .bindByType("operatorId", operatorId, OperatorId.class)
            .bind("source", visitor.source())
            .bind("userAgent", visitor.userAgent())
            .bind("providerFactor", providerFactor)
            .bind("seconds", lifetime.toSeconds())
            .mapTo(Instant.class)
            .one();
    handle
        .createUpdate(DELETE_OLDEST)
        .bindByType("operatorId", operatorId, OperatorId.class)
        .bind("kept", MAX_PER_OPERATOR)
        .execute();
    return until;
  }

  @Nullable Found find(Handle handle, byte[] tokenHash) {
    Row row =
        handle
            .createQuery(FIND)
            .bind("tokenHash", tokenHash)
            .map(each -> new Row(found(each), each.getColumn("is_stale", Boolean.class)))
            .findOne()
            .orElse(null);
    if (row == null) {
      return null;
    }
    if (row.isStale) {
      handle.createUpdate(TOUCH).bind("tokenHash", tokenHash).execute();
    }
    return row.found;
  }

  /** Returns the live sessions of an account, or of the admin token, newest first. */
  List<BrowserSession> of(
      Handle handle, @Nullable OperatorId operatorId, @Nullable SessionId current) {
    return handle
        .createQuery(OF_OPERATOR)
        .bindByType("operatorId", operatorId, OperatorId.class)
        .bind("limit", MAX_PER_OPERATOR)
        .map(row -> session(row, current))
        .list();
  }

  /** Ends one session; false when there is no such session of this account. */
  boolean delete(Handle handle, @Nullable OperatorId operatorId, SessionId id) {
    return handle
            .createUpdate(DELETE_ONE)
            .bind("id", id)
            .bindByType("operatorId", operatorId, OperatorId.class)
            .execute()
        == 1;
  }

  /** Ends all sessions of an account, except the one with the id, if it is given. */
  public int deleteOthers(
      Handle handle, @Nullable OperatorId operatorId, @Nullable SessionId kept) {
    return handle
        .createUpdate(DELETE_OTHERS)
        .bindByType("operatorId", operatorId, OperatorId.class)
        .bindByType("id", kept, SessionId.class)
        .execute();
  }

  private static Found found(RowView row) {
    OperatorId operatorId = row.getColumn("operator_id", OperatorId.class);
    return new Found(
        row.getColumn("id", SessionId.class),
        row.getColumn("expires_at", Instant.class),
        operatorId == null
            ? null
            : new Holder(
                new ActingOperator.Account(
                    operatorId,
                    row.getColumn("email", String.class),
                    row.getColumn("name", String.class)),
                OperatorRole.valueOf(row.getColumn("role", String.class)),
                row.getColumn("two_factor", Boolean.class)));
  }

  private static BrowserSession session(RowView row, @Nullable SessionId current) {
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
