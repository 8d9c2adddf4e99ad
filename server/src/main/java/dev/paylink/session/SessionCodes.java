package dev.paylink.session;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The one-time codes that open sessions. A code lives for five minutes and is redeemed by at most
 * one caller, on whichever node; only its hash is stored, and the database's clock ends it.
 */
public final class SessionCodes {
  public static final Duration LIFETIME = Duration.ofMinutes(5);

  /** 190 random bits. */
  private static final int CHARACTERS = 32;

  /** Clears away a few of the merchant's expired codes on the way, so that nothing else has to. */
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

  private final Jdbi jdbi;

  SessionCodes(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** A new code for this payment, whose owner the caller has checked. */
  public Secret issue(PaymentId paymentId, MerchantId merchantId, @Nullable String userId) {
    Secret code = new Secret(RandomToken.base62(CHARACTERS));
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate(ISSUE)
                .bind("hash", hash(code.reveal()))
                .bind("merchantId", merchantId)
                .bind("paymentId", paymentId)
                .bind("userId", userId)
                .bind("seconds", LIFETIME.toSeconds())
                .execute());
    return code;
  }

  /** True when the code could be redeemed now. */
  boolean isLive(String code) {
    return jdbi.withHandle(
        handle -> handle.createQuery(IS_LIVE).bind("hash", hash(code)).mapTo(boolean.class).one());
  }

  /** Redeems the code for the first caller; returns null to all others. */
  @Nullable Grant redeem(String code) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(REDEEM)
                .bind("hash", hash(code))
                .map(
                    row ->
                        new Grant(
                            row.getColumn(1, PaymentId.class), row.getColumn(2, String.class)))
                .findOne()
                .orElse(null));
  }

  private static byte[] hash(String code) {
    return RequestSigner.sha256(code.getBytes(StandardCharsets.UTF_8));
  }
}
