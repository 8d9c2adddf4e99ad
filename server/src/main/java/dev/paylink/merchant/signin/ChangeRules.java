package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.SignedIn;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import org.jdbi.v3.core.Jdbi;

/**
 * Stands before every change by a signed-in user, call or form, so that nobody fills our disk: each
 * is taken from the budgets of the session and the merchant. Until an owner has proven an address,
 * a merchant changes its profile, its company details and its users' own security, and nothing
 * else.
 */
final class ChangeRules {
  private final Jdbi jdbi;
  private final ConfirmEmail confirmEmail;
  private final RequestLimiter limiter;

  ChangeRules(Jdbi jdbi, ConfirmEmail confirmEmail, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.confirmEmail = confirmEmail;
    this.limiter = limiter;
  }

  /** Refuses with 429 too many changes, with 403 one that needs a proven address. */
  void admit(SignedIn signedIn) {
    take(signedIn);
    jdbi.useHandle(handle -> confirmEmail.require(handle, signedIn.merchantId()));
  }

  /** Refuses with 429 too many changes; of a merchant without a proven address sooner. */
  void admitUnproven(SignedIn signedIn) {
    take(signedIn);
    if (!jdbi.withHandle(handle -> confirmEmail.isProven(handle, signedIn.merchantId()))) {
      limiter.require(Limit.UNPROVEN_CHANGES, signedIn.merchantId());
    }
  }

  private void take(SignedIn signedIn) {
    limiter.require(Limit.CHANGES, signedIn.sessionId());
    limiter.require(Limit.CHANGES_A_DAY, signedIn.merchantId());
  }
}
