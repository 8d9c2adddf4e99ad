package dev.paylink.account.signin;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.Actor;
import dev.paylink.account.Checked;
import dev.paylink.account.Member;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.AuthenticationAttempt;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.Pause;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Checks and changes passwords. An unknown address and a wrong password get the same answer after
 * the same time. Guessing is slow: a guess is counted before its hash is computed, so that a burst
 * cannot exceed the limit. Guesses in a browser that the person has used before, or in a session,
 * are counted by themselves: what others guess elsewhere does not keep the person out there.
 */
public final class Passwords {
  private static final Message WRONG = Message.of("password");

  private final UserStore users = new UserStore();
  private final SessionStore sessions = new SessionStore();
  private final LinkStore resets = new LinkStore(LinkStore.Purpose.PASSWORD);
  private final Jdbi jdbi;
  private final RealmKind kind;
  private final AccountLog log;
  private final FailureLimiter limiter;

  public Passwords(Jdbi jdbi, RealmKind kind, AccountLog log, FailureLimiter limiter) {
    this.jdbi = jdbi;
    this.kind = kind;
    this.log = log;
    this.limiter = limiter;
  }

  Checked<UserStore.Login> check(String email, Secret password, Guesser guesser) {
    try (AuthenticationAttempt guess = begin(guesser, kind.limitedName(email))) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Checked.CoolingOff<>(pause);
      }
      UserStore.Login login = jdbi.withHandle(handle -> users.findByEmail(handle, kind, email));
      boolean right =
          login == null
              ? PasswordHash.matchesNobody(password.reveal())
              : PasswordHash.matches(password.reveal(), login.passwordHash());
      if (login == null || !right) {
        guess.wrong();
        if (login != null && isExhausted(guess)) {
          tell(login, guesser.source());
        }
        return new Checked.Wrong<>();
      }
      guess.right();
      return new Checked.Passed<>(login);
    }
  }

  private AuthenticationAttempt begin(Guesser guesser, String name) {
    return guesser.device() == null
        ? limiter.begin(guesser.source(), name, Limit.WRONG_PASSWORDS)
        : limiter.begin(Limit.WRONG_PASSWORDS_OF_DEVICE, guesser.counted(name));
  }

  private static boolean isExhausted(AuthenticationAttempt guess) {
    return guess.exhausted(Limit.WRONG_PASSWORDS)
        || guess.exhausted(Limit.WRONG_PASSWORDS_OF_DEVICE);
  }

  /** Writes to the user on another thread: the answer must not take longer than for nobody. */
  private void tell(UserStore.Login login, String source) {
    Thread.ofVirtual()
        .name("wrong-passwords")
        .start(
            () ->
                jdbi.useTransaction(
                    handle ->
                        log.record(
                            handle,
                            login.realm(),
                            new Actor("somebody", source),
                            "user.wrong_passwords",
                            null,
                            login.email(),
                            List.of(login.email()))));
  }

  /** Returns the user's login; refuses with 401 a wrong password, with 429 too many guesses. */
  UserStore.Login require(Member member, Secret password) {
    return check(member.email(), password, Guesser.of(member)).require(WRONG);
  }

  /**
   * Changes a user's password and ends all its other sessions. Refuses with 401 when the current
   * password is wrong, which counts as a failed authentication.
   */
  public void change(Member member, Secret currentPassword, Secret newPassword) {
    UserStore.Login login = require(member, currentPassword);
    // Slow, so outside the transaction.
    String hash = PasswordHash.of(newPassword.reveal());
    jdbi.useTransaction(handle -> change(handle, member, login, hash));
  }

  private void change(Handle handle, Member member, UserStore.Login login, String hash) {
    if (!users.updatePassword(handle, login, hash)) { // changed since it was checked
      throw new Rejection(AccountError.INVALID_LOGIN, WRONG);
    }
    sessions.deleteOthers(handle, member, member.sessionId());
    resets.delete(handle, member);
    log.record(handle, member, "user.password_changed", null, null);
  }
}
