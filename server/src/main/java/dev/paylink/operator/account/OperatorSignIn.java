package dev.paylink.operator.account;

import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.ratelimit.AuthenticationAttempt;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.Pause;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Signs an operator in by e-mail address, password and, where one is set up, second factor, and
 * changes passwords. An unknown address and a wrong password get the same answer after the same
 * time. A guess is counted before it is checked, so that a burst cannot exceed the limit.
 */
public final class OperatorSignIn {
  /** Keeps an operator's guesses apart from those at a merchant's user of the same address. */
  private static final String LIMITED_NAME = "operator ";

  private final OperatorStore operators = new OperatorStore();
  private final OperatorSessionStore sessionStore = new OperatorSessionStore();
  private final Jdbi jdbi;
  private final OperatorSessions sessions;
  private final OperatorTwoFactor twoFactor;
  private final OperatorLog log;
  private final FailureLimiter limiter;

  public OperatorSignIn(
      Jdbi jdbi,
      OperatorSessions sessions,
      OperatorTwoFactor twoFactor,
      OperatorLog log,
      FailureLimiter limiter) {
    this.jdbi = jdbi;
    this.sessions = sessions;
    this.twoFactor = twoFactor;
    this.log = log;
    this.limiter = limiter;
  }

  /** What somebody sends to sign in; {@code code} is of an authenticator or a recovery code. */
  public record Attempt(String email, Secret password, @Nullable Secret code) {}

  /** The result of an attempt. */
  public sealed interface Result {
    record Welcome(OperatorSessions.Opened opened) implements Result {}

    record Wrong() implements Result {}

    /** The password is right, but the code is missing. */
    record SecondFactorRequired() implements Result {}

    record CoolingOff(Pause pause) implements Result {}
  }

  public Result handle(Attempt attempt, Visitor visitor) {
    String email = attempt.email().toLowerCase(Locale.ROOT);
    OperatorStore.Login login;
    try (AuthenticationAttempt guess = guess(email, visitor.source())) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Result.CoolingOff(pause);
      }
      login = check(guess, email, attempt.password(), visitor.source());
    }
    return login == null ? new Result.Wrong() : enter(login, attempt.code(), visitor);
  }

  /**
   * Signs in an operator for whom the identity provider has vouched.
   *
   * @param factorCounts whether the provider's second factor is enough
   */
  Result handle(
      OperatorStore.Login login, boolean factorCounts, @Nullable Secret code, Visitor visitor) {
    return factorCounts
        ? jdbi.inTransaction(
            handle ->
                operators.lock(handle, login)
                    ? new Result.Welcome(sessions.openWithProviderFactor(handle, login, visitor))
                    : new Result.Wrong())
        : enter(login, code, visitor);
  }

  private AuthenticationAttempt guess(String email, String source) {
    return limiter.begin(source, LIMITED_NAME + email, Limit.WRONG_PASSWORDS);
  }

  private OperatorStore.@Nullable Login check(
      AuthenticationAttempt guess, String email, Secret password, String source) {
    OperatorStore.Login login = jdbi.withHandle(handle -> operators.findByEmail(handle, email));
    boolean right =
        login == null
            ? PasswordHash.matchesNobody(password.reveal())
            : PasswordHash.matches(password.reveal(), login.passwordHash());
    if (login == null || !right) {
      guess.wrong();
      if (login != null && guess.exhausted(Limit.WRONG_PASSWORDS)) {
        record(email, source);
      }
      return null;
    }
    guess.right();
    return login;
  }

  /** Records it on another thread: the answer must not take longer than for nobody. */
  private void record(String email, String source) {
    Thread.ofVirtual()
        .name("wrong-passwords")
        .start(
            () ->
                jdbi.useHandle(
                    handle ->
                        log.record(
                            handle,
                            new Actor("somebody", source),
                            "operator.wrong_passwords",
                            null,
                            email)));
  }

  private Result enter(OperatorStore.Login login, @Nullable Secret code, Visitor visitor) {
    if (code == null) {
      return jdbi.inTransaction(handle -> enter(handle, login, null, visitor));
    }
    // Counted for the operator, from any source: six digits are few.
    try (AuthenticationAttempt guess = limiter.begin(Limit.WRONG_CODES, login.id().toString())) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Result.CoolingOff(pause);
      }
      Result result = jdbi.inTransaction(handle -> enter(handle, login, code, visitor));
      if (result instanceof Result.Wrong) {
        guess.wrong();
        limiter.failed(visitor.source(), LIMITED_NAME + login.email());
      } else {
        guess.right();
      }
      return result;
    }
  }

  private Result enter(
      Handle handle, OperatorStore.Login login, @Nullable Secret code, Visitor visitor) {
    if (!operators.lock(handle, login)) { // changed or removed since it was checked
      return new Result.Wrong();
    }
    Actor actor = new Actor(ActingOperator.nameOf(login.email()), visitor.source());
    return switch (twoFactor.check(handle, login.id(), code, actor)) {
      case PASSED ->
          new Result.Welcome(
              sessions.open(handle, login, twoFactor.isOn(handle, login.id()), visitor));
      case MISSING -> new Result.SecondFactorRequired();
      case WRONG -> new Result.Wrong();
    };
  }

  /**
   * Changes the operator's password and ends all its other sessions. Refuses with 401 when the
   * current password is wrong, which counts as a failed sign-in.
   */
  public void changePassword(ActingOperator operator, Secret current, Secret next) {
    OperatorStore.Login login = require(operator, current);
    String hash = PasswordHash.of(next.reveal()); // slow, so outside the transaction
    jdbi.useTransaction(
        handle -> {
          if (!operators.updatePassword(handle, login, hash)) { // changed since it was checked
            throw wrong();
          }
          sessionStore.deleteOthers(handle, login.id(), operator.sessionId());
          log.record(handle, operator.actor(), "operator.password_changed", null, null);
        });
  }

  /**
   * Switches the operator's second factor off. Refuses with 401 a wrong password, with 409 where a
   * second factor is required.
   */
  public void endTwoFactor(ActingOperator operator, Secret password) {
    require(operator, password);
    jdbi.useTransaction(handle -> twoFactor.end(handle, operator));
  }

  private OperatorStore.Login require(ActingOperator operator, Secret password) {
    String email = operator.requireAccount().email();
    try (AuthenticationAttempt guess = guess(email, operator.source())) {
      Pause pause = guess.pause();
      if (pause != null) {
        throw pause.refused();
      }
      OperatorStore.Login login = check(guess, email, password, operator.source());
      if (login == null) {
        throw wrong();
      }
      return login;
    }
  }

  private static Refused wrong() {
    return new Refused(Problem.unauthorized("INVALID_LOGIN", "The password is wrong"));
  }
}
