package dev.paylink.account.signin;

import dev.paylink.account.AccountLog;
import dev.paylink.account.FactorRule;
import dev.paylink.account.RealmKind;
import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.passkey.PasskeyCheck;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * What the people of one kind of realm do with their own accounts, put together: sign in, prove who
 * they are again, and change password, second factors, passkeys and sessions.
 */
public final class AccountSelfService {
  private final AccountSessions sessions;
  private final SignIn signIn;
  private final Reauthenticate reauthenticate;
  private final Passwords passwords;
  private final SecondFactorCheck secondFactorCheck;
  private final TwoFactor twoFactor;
  private final PasskeyCheck passkeyCheck;
  private final ManagePasskeys passkeys;
  private final ManageSessions manageSessions;

  /**
   * What the use cases need from elsewhere.
   *
   * @param site where browsers reach the pages; null where that is not known, so that passkeys are
   *     not possible
   * @param issuer the name that an authenticator shows beside the e-mail address
   */
  public record Dependencies(
      Jdbi jdbi,
      Vault vault,
      AccountLog log,
      FailureLimiter failures,
      RequestLimiter limiter,
      InstantSource clock,
      @Nullable BaseUrl site,
      String issuer) {}

  /** What a kind of realm decides. */
  public record Rules(AccountSessions.Options sessions, FactorRule factor, EntryRule entry) {}

  public AccountSelfService(RealmKind kind, Dependencies parts, Rules rules) {
    Jdbi jdbi = parts.jdbi;
    AccountLog log = parts.log;
    SecondFactorStore factors = new SecondFactorStore(parts.vault);
    this.sessions = new AccountSessions(jdbi, kind, rules.sessions, rules.factor);
    this.passwords = new Passwords(jdbi, kind, log, parts.failures);
    this.passkeyCheck =
        new PasskeyCheck(
            jdbi, kind, parts.site, parts.vault, parts.failures, parts.limiter, log, parts.clock);
    this.secondFactorCheck =
        new SecondFactorCheck(jdbi, kind, factors, passkeyCheck, parts.failures, log, parts.clock);
    this.signIn =
        new SignIn(passwords, secondFactorCheck, passkeyCheck, sessions, log, rules.entry);
    this.reauthenticate =
        new Reauthenticate(passwords, secondFactorCheck, passkeyCheck, sessions, log);
    this.twoFactor =
        new TwoFactor(jdbi, factors, passwords, log, rules.factor, parts.issuer, parts.clock);
    this.passkeys =
        new ManagePasskeys(jdbi, parts.site, parts.vault, log, rules.factor, parts.clock);
    this.manageSessions = new ManageSessions(jdbi, log);
  }

  public AccountSessions sessions() {
    return sessions;
  }

  public SignIn signIn() {
    return signIn;
  }

  public Reauthenticate reauthenticate() {
    return reauthenticate;
  }

  public Passwords passwords() {
    return passwords;
  }

  public SecondFactorCheck secondFactorCheck() {
    return secondFactorCheck;
  }

  public TwoFactor twoFactor() {
    return twoFactor;
  }

  public PasskeyCheck passkeyCheck() {
    return passkeyCheck;
  }

  public ManagePasskeys passkeys() {
    return passkeys;
  }

  public ManageSessions manageSessions() {
    return manageSessions;
  }
}
