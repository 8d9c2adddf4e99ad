package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Guess;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.Pause;
import java.time.InstantSource;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Asks users with a second factor for its code. A code works once. Six digits can be guessed, so
 * wrong codes are also counted for the user, from any source.
 */
public final class SecondFactorCheck {
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final SecondFactorStore store;
  private final FailureLimiter limiter;
  private final AuditLog audit;
  private final InstantSource clock;

  public SecondFactorCheck(
      Jdbi jdbi,
      SecondFactorStore store,
      FailureLimiter limiter,
      AuditLog audit,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.store = store;
    this.limiter = limiter;
    this.audit = audit;
    this.clock = clock;
  }

  /** The result of a check, with what the work returned; without a second factor a user passes. */
  sealed interface Result<T> {
    record Passed<T>(T value) implements Result<T> {}

    record Missing<T>() implements Result<T> {}

    record Wrong<T>() implements Result<T> {}

    record CoolingOff<T>(Pause pause) implements Result<T> {}
  }

  private enum Verdict {
    PASSED,
    MISSING,
    WRONG
  }

  /**
   * Checks the code of a user whose login was found right, and runs the work in the same
   * transaction when it passes: a rollback makes the code usable again. A login that has changed in
   * between is wrong.
   */
  <T> Result<T> check(
      UserStore.Login login, @Nullable Secret code, String source, Function<Handle, T> work) {
    if (code == null) {
      return jdbi.inTransaction(handle -> check(handle, login, null, source, work));
    }
    // Counted for the user, from any source.
    try (Guess guess = limiter.begin(Limit.WRONG_CODES, login.userId().toString())) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Result.CoolingOff<>(pause);
      }
      Result<T> result = jdbi.inTransaction(handle -> check(handle, login, code, source, work));
      if (result instanceof Result.Wrong) {
        guess.wrong();
        limiter.failed(source, login.email()); // as a wrong password is counted
      } else {
        guess.right();
      }
      return result;
    }
  }

  private <T> Result<T> check(
      Handle handle,
      UserStore.Login login,
      @Nullable Secret code,
      String source,
      Function<Handle, T> work) {
    if (!users.lock(handle, login)) { // changed or removed since it was checked
      return new Result.Wrong<>();
    }
    return switch (verdict(handle, login, code, source)) {
      case PASSED -> new Result.Passed<>(work.apply(handle));
      case MISSING -> new Result.Missing<>();
      case WRONG -> new Result.Wrong<>();
    };
  }

  private Verdict verdict(
      Handle handle, UserStore.Login login, @Nullable Secret code, String source) {
    SecondFactorStore.Owner owner = new SecondFactorStore.Owner(login.merchantId(), login.userId());
    SecondFactorStore.Factor factor = store.find(handle, owner);
    if (factor == null || !factor.confirmed()) {
      return Verdict.PASSED;
    }
    if (code == null) {
      return Verdict.MISSING;
    }
    Actor actor = new Actor(login.email(), source);
    if (isRight(handle, owner, factor, code, actor)) {
      return Verdict.PASSED;
    }
    audit.record(handle, login.merchantId(), actor, "user.second_factor_failed", null, null);
    return Verdict.WRONG;
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
