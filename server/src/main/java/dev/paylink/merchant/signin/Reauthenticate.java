package dev.paylink.merchant.signin;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.passkey.PasskeyCheck;
import dev.paylink.merchant.passkey.SignedChallenge;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the person at a session is still the one who signed in: by password and, where one is
 * set up, second factor, or by a passkey alone. Wrong proofs count as failed sign-ins do, and are
 * slowed down with them.
 */
public final class Reauthenticate {
  private final Passwords passwords;
  private final SecondFactorCheck secondFactors;
  private final PasskeyCheck passkeys;
  private final MerchantSessions sessions;
  private final AuditLog audit;

  public Reauthenticate(
      Passwords passwords,
      SecondFactorCheck secondFactors,
      PasskeyCheck passkeys,
      MerchantSessions sessions,
      AuditLog audit) {
    this.passwords = passwords;
    this.secondFactors = secondFactors;
    this.passkeys = passkeys;
    this.sessions = sessions;
    this.audit = audit;
  }

  /** What the person sends: a password, perhaps with a second factor, or a passkey alone. */
  public record Proof(@Nullable Secret password, SecondFactorCheck.Given second) {}

  /**
   * Returns until when the proof counts. Refuses with 401 a wrong or missing one, with 429 too many
   * wrong ones.
   */
  public Instant handle(SignedIn signedIn, Proof proof) {
    SignedChallenge passkey = proof.second().passkey();
    if (proof.password() == null && passkey != null) {
      return handle(signedIn, passkey);
    }
    if (proof.password() == null) {
      throw wrong(proof);
    }
    UserStore.Login login = passwords.require(signedIn, proof.password());
    return switch (secondFactors.check(
        login, proof.second(), signedIn.source(), handle -> prove(handle, signedIn))) {
      case SecondFactorCheck.Result.Passed<Instant> passed -> passed.value();
      case SecondFactorCheck.Result.Missing<Instant> missing ->
          throw SecondFactorCheck.missing(missing);
      case SecondFactorCheck.Result.Wrong<Instant> wrong -> throw wrong(proof);
      case SecondFactorCheck.Result.CoolingOff<Instant> coolingOff ->
          throw coolingOff.pause().refused();
    };
  }

  private Instant handle(SignedIn signedIn, SignedChallenge passkey) {
    return switch (passkeys.check(
        passkey, signedIn, signedIn.source(), (handle, login) -> prove(handle, signedIn))) {
      case PasskeyCheck.Result.Passed<Instant> passed -> passed.value();
      case PasskeyCheck.Result.Wrong<Instant> wrong ->
          throw new Refused(Problem.unauthorized("INVALID_LOGIN", "The passkey was not accepted"));
      case PasskeyCheck.Result.CoolingOff<Instant> coolingOff -> throw coolingOff.pause().refused();
    };
  }

  private Instant prove(Handle handle, SignedIn signedIn) {
    Instant until = sessions.prove(handle, signedIn);
    if (until == null) { // ended since the request began
      throw MerchantSessions.notSignedIn();
    }
    audit.record(
        handle,
        signedIn.merchantId(),
        signedIn.actor(),
        "user.reauthenticated",
        null,
        signedIn.sessionId().toString());
    return until;
  }

  private static Refused wrong(Proof proof) {
    return new Refused(
        Problem.unauthorized(
            "INVALID_LOGIN",
            proof.second().isNothing()
                ? "The password is wrong"
                : "The password or code is wrong"));
  }
}
