package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.ratelimit.FailureLimiter;
import org.jdbi.v3.core.Jdbi;

/**
 * Says whether a password is a user's. An unknown address and a wrong password are told apart
 * neither by the answer nor by its time, and whoever guesses is slowed down: guesses already under
 * way when the cooling-off begins learn nothing either.
 */
public final class PasswordCheck {
  private final Jdbi jdbi;
  private final FailureLimiter limiter;

  public PasswordCheck(Jdbi jdbi, FailureLimiter limiter) {
    this.jdbi = jdbi;
    this.limiter = limiter;
  }

  /** How it went. */
  public sealed interface Result {
    record Right(UserStore.Login login) implements Result {}

    record Wrong() implements Result {}

    record CoolingOff(long seconds) implements Result {}
  }

  public Result handle(String email, Secret password, String source) {
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
    return new Result.Right(login);
  }

  /** The user's own login; 401 when the password is not theirs, 429 after too many guesses. */
  UserStore.Login require(SignedIn signedIn, Secret password) {
    return switch (handle(signedIn.email(), password, signedIn.source())) {
      case Result.Right right -> right.login();
      case Result.Wrong wrong -> throw wrong();
      case Result.CoolingOff coolingOff -> throw coolingOff(coolingOff.seconds());
    };
  }

  static Refused wrong() {
    return new Refused(Problem.unauthorized("INVALID_LOGIN", "The password is wrong"));
  }

  public static Refused coolingOff(long seconds) {
    return new Refused(
        Problem.tooMany(
            "TOO_MANY_AUTH_FAILURES", "Too many failed attempts from your address", seconds));
  }
}
