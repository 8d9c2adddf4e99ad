package dev.paylink.merchant;

import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.ratelimit.FailureLimiter;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;

/**
 * Signs a user in by e-mail address and password. An unknown address and a wrong password are told
 * apart neither by the answer nor by its time, and whoever guesses is slowed down: guesses already
 * under way when the cooling-off begins learn nothing either.
 */
public final class SignIn {
  private final Jdbi jdbi;
  private final FailureLimiter limiter;
  private final MerchantSessions sessions;

  public SignIn(Jdbi jdbi, FailureLimiter limiter, MerchantSessions sessions) {
    this.jdbi = jdbi;
    this.limiter = limiter;
    this.sessions = sessions;
  }

  /** How it went. */
  public sealed interface Result {
    record Welcome(MerchantId merchantId, Secret sessionToken) implements Result {}

    record Wrong() implements Result {}

    record CoolingOff(long seconds) implements Result {}
  }

  public Result handle(String emailAsTyped, Secret password, String source) {
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    long waitSeconds = limiter.coolingOffSeconds(source, email);
    if (waitSeconds > 0) {
      return new Result.CoolingOff(waitSeconds);
    }
    UserStore.Login login = jdbi.withHandle(handle -> UserStore.findByEmail(handle, email));
    boolean right =
        login == null
            ? PasswordHash.matchesNobody(password.reveal())
            : PasswordHash.matches(password.reveal(), login.passwordHash());
    // Hashing is slow, so a burst of guesses passes the first look before one of them has failed.
    waitSeconds = limiter.coolingOffSeconds(source, email);
    if (waitSeconds > 0) {
      return new Result.CoolingOff(waitSeconds);
    }
    if (login == null || !right) {
      limiter.failed(source, email);
      return new Result.Wrong();
    }
    Secret token =
        jdbi.inTransaction(handle -> sessions.open(handle, login.merchantId(), login.userId()));
    return new Result.Welcome(login.merchantId(), token);
  }
}
