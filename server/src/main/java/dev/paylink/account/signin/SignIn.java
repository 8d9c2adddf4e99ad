package dev.paylink.account.signin;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.passkey.PasskeyCheck;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Pause;
import java.util.Locale;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * Signs a user in by e-mail address, password and, where one is set up, second factor; or by a
 * passkey alone, which is both at once; or by an identity provider in place of the password.
 * Guesses are slowed down and learn nothing. A password that was just changed no longer works.
 */
public final class SignIn {
  private final Passwords passwords;
  private final SecondFactorCheck secondFactors;
  private final PasskeyCheck passkeys;
  private final EntryRule rule;
  private final AccountSessions sessions;
  private final AccountLog log;

  public SignIn(
      Passwords passwords,
      SecondFactorCheck secondFactors,
      PasskeyCheck passkeys,
      AccountSessions sessions,
      AccountLog log,
      EntryRule rule) {
    this.passwords = passwords;
    this.secondFactors = secondFactors;
    this.passkeys = passkeys;
    this.sessions = sessions;
    this.log = log;
    this.rule = rule;
  }

  /** What somebody sends to sign in. */
  public record Attempt(String email, Secret password, SecondFactorCheck.Given second) {}

  /** The result of an attempt. */
  public sealed interface Result {
    record Welcome(AccountSessions.Opened opened) implements Result {}

    record Wrong() implements Result {}

    /** The password is right, but the second factor is missing. */
    record SecondFactorRequired(Rejection refused, boolean hasApp, boolean hasPasskey)
        implements Result {}

    record CoolingOff(Pause pause) implements Result {}

    /** Returns the session; refuses everything else, what was wrong with 401 and these words. */
    default AccountSessions.Opened require(Message wrong) {
      return switch (this) {
        case Welcome welcome -> welcome.opened;
        case Wrong nobody -> throw new Rejection(AccountError.INVALID_LOGIN, wrong);
        case SecondFactorRequired required -> throw required.refused;
        case CoolingOff coolingOff -> throw coolingOff.pause.refused();
      };
    }
  }

  public Result handle(Attempt attempt, Visitor visitor) {
    String email = attempt.email().toLowerCase(Locale.ROOT);
    return switch (passwords.check(email, attempt.password(), visitor.source())) {
      case Passwords.Result.Wrong wrong -> new Result.Wrong();
      case Passwords.Result.CoolingOff coolingOff -> new Result.CoolingOff(coolingOff.pause());
      case Passwords.Result.Right right ->
          enter(right.login(), attempt.second(), visitor, SignInWay.OWN);
    };
  }

  /** Signs in the user whose passkey has signed a challenge. */
  public Result handle(SignedChallenge signed, Visitor visitor) {
    return switch (passkeys.check(
        signed,
        null,
        visitor.source(),
        (handle, login) -> welcome(handle, login, visitor, SignInWay.OWN))) {
      case PasskeyCheck.Result.Passed<Result> passed -> passed.value();
      case PasskeyCheck.Result.Wrong<Result> wrong -> new Result.Wrong();
      case PasskeyCheck.Result.CoolingOff<Result> coolingOff ->
          new Result.CoolingOff(coolingOff.pause());
    };
  }

  /**
   * Signs in a user for whom an identity provider has vouched. Refuses with 403 what the realm does
   * not allow.
   */
  public Result handle(
      UserStore.Login login, SignInWay way, SecondFactorCheck.Given second, Visitor visitor) {
    return enter(login, second, visitor, way);
  }

  private Result enter(
      UserStore.Login login, SecondFactorCheck.Given second, Visitor visitor, SignInWay way) {
    Function<Handle, Result> work = handle -> welcome(handle, login, visitor, way);
    SecondFactorCheck.Result<Result> checked =
        way == SignInWay.SSO_WITH_FACTOR
            ? secondFactors.pass(login, work)
            : secondFactors.check(login, second, visitor.source(), work);
    return switch (checked) {
      case SecondFactorCheck.Result.Passed<Result> passed -> passed.value();
      case SecondFactorCheck.Result.Missing<Result> missing ->
          new Result.SecondFactorRequired(
              SecondFactorCheck.missing(missing), missing.hasApp(), missing.hasPasskey());
      case SecondFactorCheck.Result.Wrong<Result> wrong -> new Result.Wrong();
      case SecondFactorCheck.Result.CoolingOff<Result> coolingOff ->
          new Result.CoolingOff(coolingOff.pause());
    };
  }

  private Result welcome(Handle handle, UserStore.Login login, Visitor visitor, SignInWay way) {
    rule.require(handle, login, way);
    AccountSessions.Opened opened = sessions.open(handle, login, visitor, way);
    log.record(
        handle,
        login.realm(),
        opened.session().actor(),
        "user.signed_in",
        null,
        opened.session().sessionId() + (way.bySso() ? ", single sign-on" : ""));
    if (opened.fromNewDevice()) {
      rule.enteredFromNewDevice(handle, login, visitor);
    }
    return new Result.Welcome(opened);
  }
}
