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
  public record Proof(@Nullable Secret password, SecondFactorCheck.Given second) {
    public boolean isNothing() {
      return password == null && second.isNothing();
    }
  }

  /**
   * Requires a proof in the call that needs it: what keeps somebody out, or lets somebody in, is
   * not done with a session alone, however fresh. Refuses with 403 a missing proof, otherwise as
   * {@link #handle} does.
   */
  public void require(Member member, Proof proof) {
    if (!proof.isNothing()) {
      handle(member, proof);
    } else if (!member.vouchedFor()) {
      throw proofRequired();
    }
  }

  public static Rejection proofRequired() {
    return new Rejection(AccountError.PROOF_REQUIRED, Message.of("proofrequired"));
  }

  /**
   * Returns until when the proof counts. Refuses with 401 a wrong or missing one, with 429 too many
   * wrong ones.
   */
  public Instant handle(Member member, Proof proof) {
    SignedChallenge passkey = proof.second().passkey();
    if (proof.password() == null && passkey != null) {
      return passkeys
          .check(passkey, member, member.source(), (handle, login) -> prove(handle, member))
          .require(Message.of("passkeyrefused"));
    }
    Message wrong =
        proof.second().isNothing() ? Message.of("password") : Message.of("passwordcode");
    if (proof.password() == null) {
      throw new Rejection(AccountError.INVALID_LOGIN, wrong);
    }
    UserStore.Login login = passwords.require(member, proof.password());
    return secondFactors
        .check(login, proof.second(), Guesser.of(member), handle -> prove(handle, member))
        .require(wrong);
  }

  private Instant prove(Handle handle, Member member) {
    Instant until = sessions.prove(handle, member);
    if (until == null) { // ended since the request began
      throw new Rejection(AccountError.NOT_SIGNED_IN, Message.of("signinfirst"));
    }
    log.record(handle, member, "user.reauthenticated", null, member.sessionId().toString());
    return until;
  }
}
