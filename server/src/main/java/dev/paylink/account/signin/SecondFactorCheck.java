package dev.paylink.account.signin;

import dev.paylink.account.AccountLog;
import dev.paylink.account.Actor;
import dev.paylink.account.Checked;
import dev.paylink.account.Person;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.passkey.PasskeyCheck;
import dev.paylink.account.passkey.PasskeyStore;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.ratelimit.AuthenticationAttempt;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.Pause;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Asks users with a second factor for it: a code, or a passkey. Each works once. Six digits can be
 * guessed, so wrong ones are also counted for the user, from any source.
 */
public final class SecondFactorCheck {
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final RealmKind kind;
  private final SecondFactorStore store;
  private final PasskeyStore passkeys = new PasskeyStore();
  private final PasskeyCheck passkeyCheck;
  private final FailureLimiter limiter;
  private final AccountLog log;
  private final InstantSource clock;

  public SecondFactorCheck(
      Jdbi jdbi,
      RealmKind kind,
      SecondFactorStore store,
      PasskeyCheck passkeyCheck,
      FailureLimiter limiter,
      AccountLog log,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.kind = kind;
    this.store = store;
    this.passkeyCheck = passkeyCheck;
    this.limiter = limiter;
    this.log = log;
    this.clock = clock;
  }

  /** Every factor counts, also one that was set up just now. */
  private static final Duration ANY_AGE = Duration.ZERO;

  /** What a user presents: a code of an authenticator or a recovery code, a passkey, or nothing. */
  public record Given(@Nullable Secret code, @Nullable SignedChallenge passkey) {
    public boolean isNothing() {
      return code == null && passkey == null;
    }
  }

  /**
   * Checks the second factor of a user whose login was found right, and runs the work in the same
   * transaction when it passes: a rollback makes the code usable again. A user without a second
   * factor passes. A login that has changed in between is wrong.
   */
  public <T> Checked<T> check(
      UserStore.Login login, Given given, Guesser guesser, Function<Handle, T> work) {
    return check(login, given, ANY_AGE, guesser, work);
  }

  /**
   * Checks the second factor as above, but one that is younger neither counts nor is asked for:
   * somebody who got into the account may have set it up.
   */
  public <T> Checked<T> check(
      UserStore.Login login, Given given, Duration age, Guesser guesser, Function<Handle, T> work) {
    String source = guesser.source();
    if (given.isNothing()) {
      return jdbi.inTransaction(handle -> check(handle, login, given, age, source, work));
    }
    // Counted for the user, from any source, but for a known device by itself.
    try (AuthenticationAttempt guess =
        limiter.begin(Limit.WRONG_CODES, guesser.counted(login.userId().toString()))) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Checked.CoolingOff<>(pause);
      }
      Checked<T> result =
          jdbi.inTransaction(handle -> check(handle, login, given, age, source, work));
      if (result instanceof Checked.Wrong) {
        guess.wrong();
        if (guesser.device() == null) {
          limiter.failed(source, kind.limitedName(login.email())); // as a wrong password is counted
        }
      } else {
        guess.right();
      }
      return result;
    }
  }

  /** Runs the work for a user whose second factor somebody else has checked. */
  <T> Checked<T> pass(UserStore.Login login, Function<Handle, T> work) {
    return jdbi.inTransaction(
        handle ->
            users.lock(handle, login)
                ? new Checked.Passed<>(work.apply(handle))
                : new Checked.Wrong<>());
  }

  private <T> Checked<T> check(
      Handle handle,
      UserStore.Login login,
      Given given,
      Duration age,
      String source,
      Function<Handle, T> work) {
    if (!users.lock(handle, login)) { // changed or removed since it was checked
      return new Checked.Wrong<>();
    }
    SecondFactorStore.Factor app = store.find(handle, login, age);
    boolean hasApp = app != null && app.confirmed();
    boolean hasPasskey = passkeys.hasAny(handle, login, age);
    if (!hasApp && !hasPasskey) {
      return new Checked.Passed<>(work.apply(handle));
    }
    if (given.isNothing()) {
      return new Checked.Missing<>(hasApp, hasPasskey);
    }
    Actor actor = kind.actor(login.email(), source);
    SignedChallenge passkey = given.passkey();
    Secret code = given.code();
    boolean right =
        passkey != null
            ? passkeyCheck.isRight(handle, login, passkey, age, source)
            : app != null && hasApp && code != null && isRight(handle, login, app, code, actor);
    if (right) {
      return new Checked.Passed<>(work.apply(handle));
    }
    log.record(handle, login.realm(), actor, "user.second_factor_failed", null, null);
    return new Checked.Wrong<>();
  }

  private boolean isRight(
      Handle handle, Person owner, SecondFactorStore.Factor factor, Secret code, Actor actor) {
    String digits = code.reveal().replaceAll("\\s", "");
    if (digits.matches("[0-9]{" + Totp.DIGITS + "}")) {
      long step = Totp.matchingStep(factor.secret(), digits, clock.instant());
      return step != Totp.NO_STEP && store.useStep(handle, owner, step, true);
    }
    boolean used = store.useRecoveryCode(handle, owner, RecoveryCode.hash(owner.userId(), code));
    if (used) {
      int left = store.recoveryCodesLeft(handle, owner);
      log.record(
          handle,
          owner.realm(),
          actor,
          "user.recovery_code_used",
          left + 1 + " left",
          left + " left");
    }
    return used;
  }
}
