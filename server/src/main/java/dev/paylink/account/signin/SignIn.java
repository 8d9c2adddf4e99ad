package dev.paylink.account.signin;

import dev.paylink.account.AccountLog;
import dev.paylink.account.Checked;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.passkey.PasskeyCheck;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.platform.crypto.Secret;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

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

  public Checked<AccountSessions.Opened> handle(Attempt attempt, Visitor visitor) {
    String email = attempt.email().toLowerCase(Locale.ROOT);
    return passwords
        .check(email, attempt.password(), sessions.guesser(visitor, email))
        .then(login -> handle(login, SignInWay.OWN, null, attempt.second(), visitor));
  }

  /** Signs in the user whose passkey has signed a challenge. */
  public Checked<AccountSessions.Opened> handle(SignedChallenge signed, Visitor visitor) {
    return passkeys.check(
        signed,
        null,
        visitor.source(),
        (handle, login) -> welcome(handle, login, visitor, SignInWay.OWN, null));
  }

  /**
   * Signs in a user whose password was right, or for whom an identity provider has vouched. Refuses
   * with 403 what the realm does not allow.
   *
   * @param provenAt when the person was proven; null for now
   */
  public Checked<AccountSessions.Opened> handle(
      UserStore.Login login,
      SignInWay way,
      @Nullable Instant provenAt,
      SecondFactorCheck.Given second,
      Visitor visitor) {
    Function<Handle, AccountSessions.Opened> work =
        handle -> welcome(handle, login, visitor, way, provenAt);
    return way == SignInWay.SSO_WITH_FACTOR
        ? secondFactors.pass(login, work)
        : secondFactors.check(login, second, sessions.guesser(visitor, login.email()), work);
  }

  private AccountSessions.Opened welcome(
      Handle handle,
      UserStore.Login login,
      Visitor visitor,
      SignInWay way,
      @Nullable Instant provenAt) {
    rule.require(handle, login, way);
    AccountSessions.Opened opened = sessions.open(handle, login, visitor, way, provenAt);
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
    return opened;
  }
}
