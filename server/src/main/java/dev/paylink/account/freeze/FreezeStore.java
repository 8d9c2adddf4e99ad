package dev.paylink.account.freeze;

import dev.paylink.account.AccountError;
import dev.paylink.ids.RealmId;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Keeps freezes of accounts, and the links that freeze one by the hash of their token. */
public final class FreezeStore {
  /** Longer than any delay after which a change takes effect. */
  static final Duration LINK_LIFETIME = Duration.ofDays(31);

  private static final int TOKEN_BYTES = 32;
  private static final int MOST_AGREED = 50;

  private static final String DELETE_EXPIRED =
      "delete from freeze_link where realm_id = :realm and expires_at <= now()";
  private static final String INSERT_LINK =
      """
      insert into freeze_link (token_hash, realm_id, email, expires_at)
      values (:tokenHash, :realm, :email, now() + make_interval(secs => :seconds))
      """;
  private static final String FIND_LINK =
      """
      select realm_id as realm, email, created_at from freeze_link
       where token_hash = :tokenHash and expires_at > now()
      """;
  private static final String REDEEM_LINK =
      "delete from freeze_link where token_hash = :tokenHash and expires_at > now()";
  private static final String FREEZE =
      """
      insert into account_freeze (realm_id, frozen_by, changed_at)
      values (:realm, :by, cast(:changedAt as timestamptz))
      on conflict (realm_id) do nothing
      """;
  // Those who were owners long enough before the freeze, and before the change that it stopped.
  private static final String MAY_LIFT =
      """
      select u.email
        from account_freeze f
        join account_user u on u.realm_id = f.realm_id
        join lateral (select case when u.pending_role_from <= now() then u.pending_role_from
                                  else u.role_since end as since) o on true
       where f.realm_id = :realm
         and role_now(u.role, u.pending_role, u.pending_role_from) = :role
         and u.proven_at is not null
         and o.since <= f.frozen_at - make_interval(secs => :seconds)
         and o.since < f.changed_at
       order by u.created_at, u.id limit :limit
      """;
  private static final String FIND =
      "select frozen_at, frozen_by from account_freeze where realm_id = :realm";
  private static final String AGREED =
      """
      select email from freeze_lift where realm_id = :realm order by email limit :limit
      """;
  private static final String AGREE =
      """
      insert into freeze_lift (realm_id, email)
      select realm_id, cast(:email as text) from account_freeze where realm_id = :realm
      on conflict (realm_id, email) do nothing
      """;
  private static final String LIFT = "delete from account_freeze where realm_id = :realm";
  private static final String DELETE_LINKS =
      """
      delete from freeze_link
       where realm_id = :realm
      """;

  /** Whose account a link freezes, to whom it was sent, and when. */
  public record Link(RealmId realm, String email, OffsetDateTime createdAt) {}

  /** Stores a new link and returns its token. */
  public Secret link(Handle handle, RealmId realm, String email) {
    handle.createUpdate(DELETE_EXPIRED).bind("realm", realm).execute();
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    handle
        .createUpdate(INSERT_LINK)
        .bind("tokenHash", token.sha256())
        .bind("realm", realm)
        .bind("email", email)
        .bind("seconds", LINK_LIFETIME.toSeconds())
        .execute();
    return token;
  }

  /** Returns the link of a token, or null when it is unknown, used or expired. */
  public @Nullable Link findLink(Handle handle, Secret token) {
    return handle
        .createQuery(FIND_LINK)
        .bind("tokenHash", token.sha256())
        .mapTo(Link.class)
        .findOne()
        .orElse(null);
  }

  /** Uses up a link; false when it was used or has expired in the meantime. */
  public boolean redeemLink(Handle handle, Secret token) {
    return handle.createUpdate(REDEEM_LINK).bind("tokenHash", token.sha256()).execute() == 1;
  }

  /** Freezes the account of a link; false when it is frozen already. */
  public boolean freeze(Handle handle, Link link) {
    return handle
            .createUpdate(FREEZE)
            .bind("realm", link.realm)
            .bind("by", link.email)
            .bind("changedAt", link.createdAt)
            .execute()
        == 1;
  }

  /**
   * Returns the addresses of those with this role who may lift the freeze: they had it long enough
   * before the freeze and before the change that was stopped, and have proven their address.
   *
   * @param age how long before the freeze
   */
  public List<String> mayLift(Handle handle, RealmId realm, String role, Duration age) {
    return handle
        .createQuery(MAY_LIFT)
        .bind("realm", realm)
        .bind("role", role)
        .bind("seconds", age.toSeconds())
        .bind("limit", MOST_AGREED)
        .mapTo(String.class)
        .list();
  }

  /** Returns the freeze of an account, or null when it is not frozen. */
  public @Nullable Freeze find(Handle handle, RealmId realm) {
    return handle
        .createQuery(FIND)
        .bind("realm", realm)
        .map(row -> freeze(row, agreed(handle, realm)))
        .findOne()
        .orElse(null);
  }

  private static List<String> agreed(Handle handle, RealmId realm) {
    return handle
        .createQuery(AGREED)
        .bind("realm", realm)
        .bind("limit", MOST_AGREED)
        .mapTo(String.class)
        .list();
  }

  /**
   * Notes that an owner agrees to lift the freeze; false when it was noted before, or there is
   * none.
   */
  public boolean agree(Handle handle, RealmId realm, String email) {
    return handle.createUpdate(AGREE).bind("realm", realm).bind("email", email).execute() == 1;
  }

  /** Ends the links in all letters that were sent: what they are about has been decided. */
  public void endLinks(Handle handle, RealmId realm) {
    handle.createUpdate(DELETE_LINKS).bind("realm", realm).execute();
  }

  /** Lifts the freeze, and ends all links; false when the account is not frozen. */
  public boolean lift(Handle handle, RealmId realm) {
    endLinks(handle, realm);
    return handle.createUpdate(LIFT).bind("realm", realm).execute() == 1;
  }

  /** Refuses with 403 while the account is frozen; the caller holds the merchant's lock. */
  public void requireThawed(Handle handle, RealmId realm) {
    if (find(handle, realm) != null) {
      throw frozen();
    }
  }

  /** Returns the refusal of a change to a frozen account. */
  public static Rejection frozen() {
    return new Rejection(AccountError.ACCOUNT_FROZEN, Message.of("frozen"));
  }

  private static Freeze freeze(RowView row, List<String> agreed) {
    return new Freeze(
        row.getColumn("frozen_at", Instant.class),
        row.getColumn("frozen_by", String.class),
        agreed);
  }
}
