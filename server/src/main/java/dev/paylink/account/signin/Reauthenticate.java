package dev.paylink.account.signin;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.Member;
import dev.paylink.account.UserStore;
import dev.paylink.account.passkey.PasskeyCheck;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
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
  private final AccountSessions sessions;
  private final AccountLog log;

  public Reauthenticate(
      Passwords passwords,
      SecondFactorCheck secondFactors,
      PasskeyCheck passkeys,
      AccountSessions sessions,
      AccountLog log) {
    this.passwords = passwords;
    this.secondFactors = secondFactors;
    this.passkeys = passkeys;
    this.sessions = sessions;
    this.log = log;
  }

  /** What the person sends: a password, perhaps with a second factor, or a passkey alone. */
  public record Proof(@Nullable Secret password, SecondFactorCheck.Given second) {}

  /**
   * Returns until when the proof counts. Refuses with 401 a wrong or missing one, with 429 too many
   * wrong ones.
   */
  public Instant handle(Member member, Proof proof) {
    SignedChallenge passkey = proof.second().passkey();
    if (proof.password() == null && passkey != null) {
      return handle(member, passkey);
    }
    if (proof.password() == null) {
      throw wrong(proof);
    }
    UserStore.Login login = passwords.require(member, proof.password());
    return switch (secondFactors.check(
        login, proof.second(), member.source(), handle -> prove(handle, member))) {
      case SecondFactorCheck.Result.Passed<Instant> passed -> passed.value();
      case SecondFactorCheck.Result.Missing<Instant> missing ->
          throw SecondFactorCheck.missing(missing);
      case SecondFactorCheck.Result.Wrong<Instant> wrong -> throw wrong(proof);
      case SecondFactorCheck.Result.CoolingOff<Instant> coolingOff ->
          throw coolingOff.pause().refused();
    };
  }

  private Instant handle(Member member, SignedChallenge passkey) {
    return switch (passkeys.check(
        passkey, member, member.source(), (handle, login) -> prove(handle, member))) {
      case PasskeyCheck.Result.Passed<Instant> passed -> passed.value();
      case PasskeyCheck.Result.Wrong<Instant> wrong ->
          throw new Rejection(AccountError.INVALID_LOGIN, Message.of("passkeyrefused"));
      case PasskeyCheck.Result.CoolingOff<Instant> coolingOff -> throw coolingOff.pause().refused();
    };
  }

  private Instant prove(Handle handle, Member member) {
    Instant until = sessions.prove(handle, member);
    if (until == null) { // ended since the request began
      throw new Rejection(AccountError.NOT_SIGNED_IN, Message.of("signinfirst"));
    }
    log.record(
        handle,
        member.realm(),
        member.actor(),
        "user.reauthenticated",
        null,
        member.sessionId().toString());
    return until;
  }

  private static Rejection wrong(Proof proof) {
    return new Rejection(
        AccountError.INVALID_LOGIN,
        proof.second().isNothing() ? Message.of("password") : Message.of("passwordcode"));
  }
}
