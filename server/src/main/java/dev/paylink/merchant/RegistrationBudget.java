package dev.paylink.merchant;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.RequestLimiter;

/**
 * How many may register from one address: each registration costs us a password hash, and nobody
 * has to prove anything for it. The call and the page take from the same budget.
 */
public final class RegistrationBudget {
  private static final int PER_MINUTE = 60;

  private final RequestLimiter limiter;

  public RegistrationBudget(RequestLimiter limiter) {
    this.limiter = limiter;
  }

  /** 429 when the address has used it up. */
  public void take(String source) {
    Budget budget = limiter.take("register " + source, PER_MINUTE);
    if (!budget.allowed()) {
      throw new Refused(
          Problem.tooMany(
              "RATE_LIMITED",
              "Too many registrations from your address",
              budget.retryAfterSeconds()));
    }
  }
}
