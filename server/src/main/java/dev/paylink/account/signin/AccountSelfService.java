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
public record AccountSelfService(
    AccountSessions sessions,
    SignIn signIn,
    Reauthenticate reauthenticate,
    Passwords passwords,
    SecondFactorCheck secondFactorCheck,
    TwoFactor twoFactor,
    PasskeyCheck passkeyCheck,
    ManagePasskeys passkeys,
    Factors factors,
    ManageSessions manageSessions) {
  /**
   * What the use cases need from elsewhere.
   *
   * @param site where browsers reach the pages; null where that is not known, so that passkeys are
   *     not possible
   * @param issuer the name that an authenticator shows next to the e-mail address
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

  public static AccountSelfService of(RealmKind kind, Dependencies parts, Rules rules) {
    Jdbi jdbi = parts.jdbi;
    AccountLog log = parts.log;
    FactorRule factor = rules.factor;
    SecondFactorStore factors = new SecondFactorStore(parts.vault);
    KnownDevices devices = new KnownDevices(parts.vault, kind, parts.clock);
    AccountSessions sessions = new AccountSessions(jdbi, kind, rules.sessions, factor, devices);
    Passwords passwords = new Passwords(jdbi, kind, log, parts.failures);
    PasskeyCheck passkeys =
        new PasskeyCheck(
            jdbi, kind, parts.site, parts.vault, parts.failures, parts.limiter, log, parts.clock);
    SecondFactorCheck second =
        new SecondFactorCheck(jdbi, kind, factors, passkeys, parts.failures, log, parts.clock);
    return new AccountSelfService(
        sessions,
        new SignIn(passwords, second, passkeys, sessions, log, rules.entry),
        new Reauthenticate(passwords, second, passkeys, sessions, log),
        passwords,
        second,
        new TwoFactor(jdbi, factors, log, factor, parts.issuer, parts.clock),
        passkeys,
        new ManagePasskeys(jdbi, parts.site, parts.vault, log, factor, parts.clock),
        new Factors(factors),
        new ManageSessions(jdbi, log));
  }
}
