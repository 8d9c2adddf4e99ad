package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.ratelimit.Pause;
import java.time.Instant;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Signs a user in by e-mail address, password and, where one is set up, second factor. Guesses of
 * either are slowed down and learn nothing. A password that was just changed no longer works.
 */
public final class SignIn {
  private final Passwords passwords;
  private final SecondFactorCheck secondFactors;
  private final MerchantSessions sessions;
  private final AuditLog audit;

  public SignIn(
      Passwords passwords,
      SecondFactorCheck secondFactors,
      MerchantSessions sessions,
      AuditLog audit) {
    this.passwords = passwords;
    this.secondFactors = secondFactors;
    this.sessions = sessions;
    this.audit = audit;
  }

  /** What somebody sends to sign in; {@code code} is an authenticator's or a recovery code. */
  public record Attempt(String email, Secret password, @Nullable Secret code) {}

  /** The result of an attempt. */
  public sealed interface Result {
    record Welcome(SignedIn signedIn, Secret sessionToken) implements Result {}

    record Wrong() implements Result {}

    /** The password is right, but the code is missing. */
    record SecondFactorRequired() implements Result {}

    record CoolingOff(Pause pause) implements Result {}
  }

  public Result handle(Attempt attempt, Visitor visitor) {
    String email = attempt.email().toLowerCase(Locale.ROOT);
    return switch (passwords.check(email, attempt.password(), visitor.source())) {
      case Passwords.Result.Wrong wrong -> new Result.Wrong();
      case Passwords.Result.CoolingOff coolingOff -> new Result.CoolingOff(coolingOff.pause());
      case Passwords.Result.Right right -> enter(right.login(), attempt.code(), visitor);
    };
  }

  private Result enter(UserStore.Login login, @Nullable Secret code, Visitor visitor) {
    return switch (secondFactors.check(
        login, code, visitor.source(), handle -> welcome(handle, login, visitor))) {
      case SecondFactorCheck.Result.Passed<Result> passed -> passed.value();
      case SecondFactorCheck.Result.Missing<Result> missing -> new Result.SecondFactorRequired();
      case SecondFactorCheck.Result.Wrong<Result> wrong -> new Result.Wrong();
      case SecondFactorCheck.Result.CoolingOff<Result> coolingOff ->
          new Result.CoolingOff(coolingOff.pause());
    };
  }

  private Result welcome(Handle handle, UserStore.Login login, Visitor visitor) {
    MerchantSessions.Opened opened =
        sessions.open(handle, login.merchantId(), login.userId(), visitor);
    SignedIn signedIn =
        new SignedIn(
            login.merchantId(),
            login.userId(),
            login.email(),
            login.role(),
            opened.id(),
            visitor.source(),
            true,
            false);
    audit.record(
        handle,
        login.merchantId(),
        signedIn.actor(),
        "user.signed_in",
        null,
        opened.id().toString());
    if (opened.fromNewDevice()) {
      audit
          .announcements()
          .tellNewDevice(handle, login.merchantId(), login.email(), visitor, Instant.now());
    }
    return new Result.Welcome(signedIn, opened.token());
  }
}
