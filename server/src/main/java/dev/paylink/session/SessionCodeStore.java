package dev.paylink.session;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** One-time codes, stored by hash. */
final class SessionCodeStore {
  /** Also deletes a few of the merchant's expired codes, so that no other cleanup is needed. */
  private static final String ISSUE =
      """
      with expired as (
        delete from session_code where code_hash in (
          select code_hash from session_code
           where merchant_id = :merchantId and expires_at <= now()
           order by expires_at limit 100 for update skip locked))
      insert into session_code (code_hash, merchant_id, payment_id, user_id, expires_at)
      values (:hash, :merchantId, :paymentId, :userId, now() + make_interval(secs => :seconds))
      """;

  private static final String IS_LIVE =
      "select exists (select from session_code where code_hash = :hash and expires_at > now())";

  private static final String REDEEM =
      """
      delete from session_code where code_hash = :hash and expires_at > now()
      returning payment_id, user_id
      """;

  void issue(
      Handle handle,
      byte[] hash,
      MerchantId merchantId,
      PaymentId paymentId,
      @Nullable String userId,
      Duration lifetime) {
    handle
        .createUpdate(ISSUE)
        .bind("hash", hash)
        .bind("merchantId", merchantId)
        .bind("paymentId", paymentId)
        .bind("userId", userId)
        .bind("seconds", lifetime.toSeconds())
        .execute();
  }

  boolean isLive(Handle handle, byte[] hash) {
    return handle.createQuery(IS_LIVE).bind("hash", hash).mapTo(boolean.class).one();
  }

  /** Deletes the code and returns its grant; null if the code no longer exists. */
  @Nullable Grant redeem(Handle handle, byte[] hash) {
    return handle.createQuery(REDEEM).bind("hash", hash).mapTo(Grant.class).findOne().orElse(null);
  }
}
