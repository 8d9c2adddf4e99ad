package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Guess;
import dev.paylink.ratelimit.Limit;
import java.time.InstantSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Asks users with a second factor for its code. A code works once. Six digits can be guessed, so
 * wrong codes are also counted for the user, from any source.
 */
public final class SecondFactorCheck {
  private final SecondFactorStore store;
  private final FailureLimiter limiter;
  private final AuditLog audit;
  private final InstantSource clock;

  public SecondFactorCheck(
      SecondFactorStore store, FailureLimiter limiter, AuditLog audit, InstantSource clock) {
    this.store = store;
    this.limiter = limiter;
    this.audit = audit;
    this.clock = clock;
  }

  /** The result of a check; a user without a second factor passes. */
  enum Result {
    PASSED,
    MISSING,
    WRONG
  }

  /** Checks the code in the transaction of the sign-in: a rollback makes it usable again. */
  Result check(Handle handle, UserStore.Login login, @Nullable Secret code, String source) {
    SecondFactorStore.Owner owner = new SecondFactorStore.Owner(login.merchantId(), login.userId());
    SecondFactorStore.Factor factor = store.find(handle, owner);
    if (factor == null || !factor.confirmed()) {
      return Result.PASSED;
    }
    if (code == null) {
      return Result.MISSING;
    }
    Actor actor = new Actor(login.email(), source);
    if (isRight(handle, owner, factor, code, actor)) {
      return Result.PASSED;
    }
    audit.record(handle, login.merchantId(), actor, "user.second_factor_failed", null, null);
    return Result.WRONG;
  }

  /** Begins the check of a code, which counts for its user, from any source. */
  Guess begin(UserStore.Login login) {
    return limiter.begin(Limit.WRONG_CODES, login.userId().toString());
  }

  /** Counts a wrong code for its source, as a wrong password is counted. */
  void failed(UserStore.Login login, String source) {
    limiter.failed(source, login.email());
  }

  private boolean isRight(
      Handle handle,
      SecondFactorStore.Owner owner,
      SecondFactorStore.Factor factor,
      Secret code,
      Actor actor) {
    String digits = code.reveal().replaceAll("\\s", "");
    if (digits.matches("[0-9]{" + Totp.DIGITS + "}")) {
      long step = Totp.matchingStep(factor.secret(), digits, clock.instant());
      return step != Totp.NO_STEP && store.useStep(handle, owner, step, true);
    }
    boolean used = store.useRecoveryCode(handle, owner, RecoveryCode.hash(owner.userId(), code));
    if (used) {
      int left = store.recoveryCodesLeft(handle, owner);
      audit.record(
          handle,
          owner.merchantId(),
          actor,
          "user.recovery_code_used",
          left + 1 + " left",
          left + " left");
    }
    return used;
  }
}
