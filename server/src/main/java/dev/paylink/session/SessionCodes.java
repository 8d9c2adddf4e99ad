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
 * Issues and redeems the one-time codes that open sessions. A code lives for five minutes and is
 * redeemed by at most one caller, on any node; only its hash is stored, and the database's clock
 * expires it.
 */
public final class SessionCodes {
  public static final Duration LIFETIME = Duration.ofMinutes(5);

  /** 190 random bits. */
  private static final int CHARACTERS = 32;

  private final SessionCodeStore store = new SessionCodeStore();
  private final Jdbi jdbi;

  SessionCodes(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Issues a code for this payment; the caller has checked the owner. */
  public Secret issue(PaymentId paymentId, MerchantId merchantId, @Nullable String userId) {
    Secret code = new Secret(RandomToken.base62(CHARACTERS));
    jdbi.useHandle(
        handle ->
            store.issue(handle, hash(code.reveal()), merchantId, paymentId, userId, LIFETIME));
    return code;
  }

  /** Returns true if the code could be redeemed now. */
  boolean isLive(String code) {
    return jdbi.withHandle(handle -> store.isLive(handle, hash(code)));
  }

  /** Redeems the code for the first caller; returns null to all others. */
  @Nullable Grant redeem(String code) {
    return jdbi.withHandle(handle -> store.redeem(handle, hash(code)));
  }

  private static byte[] hash(String code) {
    return RequestSigner.sha256(code.getBytes(StandardCharsets.UTF_8));
  }
}
