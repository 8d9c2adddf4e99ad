package dev.paylink.merchant.profile;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Takes a merchant's company details for verification. A merchant can submit again until it is
 * verified; a verified or suspended merchant cannot.
 */
public final class SubmitKyb {
  private final MerchantStore merchants = new MerchantStore();
  private final KybStore submissions = new KybStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final RequestLimiter limiter;
  private final Runnable onChange;

  public SubmitKyb(Jdbi jdbi, AuditLog audit, RequestLimiter limiter, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.limiter = limiter;
    this.onChange = onChange;
  }

  /**
   * Stores the details and returns the new status; refuses a verified or suspended one with 409,
   * and too many a day with 429.
   */
  public Verification handle(SignedIn signedIn, KybDetails details) {
    limiter.require(Limit.KYB_SUBMISSIONS, signedIn.merchantId());
    jdbi.useTransaction(handle -> submit(handle, signedIn, details));
    onChange.run();
    return Verification.KybSubmitted;
  }

  private void submit(Handle handle, SignedIn signedIn, KybDetails details) {
    MerchantId id = signedIn.merchantId();
    Verification from =
        Objects.requireNonNull(merchants.lock(handle, id), "a session outlived its merchant")
            .verification();
    requireOpen(from);
    if (!merchants.updateVerification(handle, id, from, Verification.KybSubmitted, null)) {
      throw new IllegalStateException("changed under its lock: " + id);
    }
    submissions.insert(handle, id, UuidV7.at(Instant.now()), details);
    audit.record(
        handle, signedIn, "merchant.kyb_submitted", from.name(), Verification.KybSubmitted.name());
  }

  private static void requireOpen(Verification verification) {
    switch (verification) {
      case Registered, KybSubmitted, KybRejected -> {}
      case KybVerified ->
          throw new Rejection(MerchantError.KYB_NOT_ALLOWED, Message.of("verified"));
      case Suspended -> throw new Rejection(MerchantError.KYB_NOT_ALLOWED, Message.of("suspended"));
    }
  }
}
