package dev.paylink.merchant;

import java.time.Duration;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Keeps sessions by the hash of their token; the database's clock says when one is over. */
final class SessionStore {
  private static final String DELETE_EXPIRED =
      "delete from merchant_session where merchant_id = :merchantId and expires_at <= now()";
  private static final String INSERT =
      """
      insert into merchant_session (token_hash, merchant_id, user_id, expires_at)
      values (:tokenHash, :merchantId, :userId, now() + make_interval(secs => :seconds))
      """;
  private static final String FIND =
      """
      select s.merchant_id, s.user_id, u.email
        from merchant_session s
        join merchant_user u on u.merchant_id = s.merchant_id and u.id = s.user_id
       where s.token_hash = :tokenHash and s.expires_at > now()
      """;
  private static final String DELETE = "delete from merchant_session where token_hash = :tokenHash";

  private SessionStore() {}

  /** A session as stored. */
  record Session(MerchantId merchantId, UUID userId, String email) {}

  /** Also clears away the merchant's expired ones, so that nothing else has to. */
  static void insert(
      Handle handle, byte[] tokenHash, MerchantId merchantId, UUID userId, Duration lifetime) {
    handle.createUpdate(DELETE_EXPIRED).bind("merchantId", merchantId.value()).execute();
    handle
        .createUpdate(INSERT)
        .bind("tokenHash", tokenHash)
        .bind("merchantId", merchantId.value())
        .bind("userId", userId)
        .bind("seconds", lifetime.toSeconds())
        .execute();
  }

  static @Nullable Session find(Handle handle, byte[] tokenHash) {
    return handle
        .createQuery(FIND)
        .bind("tokenHash", tokenHash)
        .map(
            (row, context) ->
                new Session(
                    new MerchantId(row.getObject("merchant_id", UUID.class)),
                    row.getObject("user_id", UUID.class),
                    row.getString("email")))
        .findOne()
        .orElse(null);
  }

  static void delete(Handle handle, byte[] tokenHash) {
    handle.createUpdate(DELETE).bind("tokenHash", tokenHash).execute();
  }
}
