package dev.paylink.merchant.signin;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Keeps the links that prove an e-mail address, by the hash of their token. */
final class ConfirmationStore {
  private static final String PUT =
      """
      insert into email_confirmation (realm_id, user_id, token_hash, expires_at)
      values (:realm, :userId, :tokenHash, now() + make_interval(secs => :seconds))
      on conflict (realm_id, user_id)
      do update set token_hash = excluded.token_hash, created_at = now(),
                    expires_at = excluded.expires_at
      """;
  private static final String FIND =
      """
      select u.realm_id, u.id, u.email from email_confirmation c
        join account_user u on u.realm_id = c.realm_id and u.id = c.user_id
       where c.token_hash = :tokenHash and c.expires_at > now()
      """;
  private static final String REDEEM =
      "delete from email_confirmation where token_hash = :tokenHash and expires_at > now()";

  /** Somebody whose address is to be proven. */
  record Unproven(MerchantId merchantId, UserId userId, String email) {}

  /** Stores a link in place of the user's earlier one. */
  void put(Handle handle, MerchantId merchantId, UserId userId, Secret token, Duration lifetime) {
    handle
        .createUpdate(PUT)
        .bind("realm", merchantId)
        .bind("userId", userId)
        .bind("tokenHash", hash(token))
        .bind("seconds", lifetime.toSeconds())
        .execute();
  }

  /** Returns the user of a link; null when it is unknown, used or expired. */
  @Nullable Unproven find(Handle handle, Secret token) {
    return handle
        .createQuery(FIND)
        .bind("tokenHash", hash(token))
        .map(
            row ->
                new Unproven(
                    row.getColumn("realm_id", MerchantId.class),
                    row.getColumn("id", UserId.class),
                    row.getColumn("email", String.class)))
        .findOne()
        .orElse(null);
  }

  /** Uses up a link; false when it was used or has expired in the meantime. */
  boolean redeem(Handle handle, Secret token) {
    return handle.createUpdate(REDEEM).bind("tokenHash", hash(token)).execute() == 1;
  }

  private static byte[] hash(Secret token) {
    return RequestSigner.sha256(token.reveal().getBytes(StandardCharsets.UTF_8));
  }
}
