package dev.paylink.account.signin;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Keeps the links that set a new password, by the hash of their token. */
public final class ResetStore {
  private static final String IS_RECENT =
      """
      select exists (select 1 from password_reset
                      where realm_id = :realm and user_id = :userId
                        and created_at > now() - make_interval(secs => :seconds))
      """;
  private static final String PUT =
      """
      insert into password_reset (realm_id, user_id, token_hash, expires_at)
      values (:realm, :userId, :tokenHash, now() + make_interval(secs => :seconds))
      on conflict (realm_id, user_id)
      do update set token_hash = excluded.token_hash, created_at = now(),
                    expires_at = excluded.expires_at
      """;
  private static final String EMAIL =
      """
      select u.email from password_reset r
        join account_user u on u.realm_id = r.realm_id and u.id = r.user_id
       where r.token_hash = :tokenHash and r.expires_at > now()
      """;
  private static final String REDEEM =
      "delete from password_reset where token_hash = :tokenHash and expires_at > now()";
  private static final String DELETE =
      "delete from password_reset where realm_id = :realm and user_id = :userId";

  /** Tells whether the user got a link within that time. */
  public boolean isRecent(Handle handle, RealmId realm, UserId userId, Duration within) {
    return handle
        .createQuery(IS_RECENT)
        .bind("realm", realm)
        .bind("userId", userId)
        .bind("seconds", within.toSeconds())
        .mapTo(Boolean.class)
        .one();
  }

  /** Stores a link in place of the user's earlier one. */
  public void put(Handle handle, RealmId realm, UserId userId, Secret token, Duration lifetime) {
    handle
        .createUpdate(PUT)
        .bind("realm", realm)
        .bind("userId", userId)
        .bind("tokenHash", hash(token))
        .bind("seconds", lifetime.toSeconds())
        .execute();
  }

  /** Returns the e-mail address of a link's user; null when it is unknown, used or expired. */
  public @Nullable String email(Handle handle, Secret token) {
    return handle
        .createQuery(EMAIL)
        .bind("tokenHash", hash(token))
        .mapTo(String.class)
        .findOne()
        .orElse(null);
  }

  /** Uses up a link; false when it was used or has expired in the meantime. */
  public boolean redeem(Handle handle, Secret token) {
    return handle.createUpdate(REDEEM).bind("tokenHash", hash(token)).execute() == 1;
  }

  /** Deletes the user's link, if there is one. */
  public void delete(Handle handle, RealmId realm, UserId userId) {
    handle.createUpdate(DELETE).bind("realm", realm).bind("userId", userId).execute();
  }

  private static byte[] hash(Secret token) {
    return RequestSigner.sha256(token.reveal().getBytes(StandardCharsets.UTF_8));
  }
}
