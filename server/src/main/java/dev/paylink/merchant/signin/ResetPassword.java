package dev.paylink.merchant.signin;

import dev.paylink.account.Actor;
import dev.paylink.account.Person;
import dev.paylink.account.RealmKind;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.LinkStore;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SessionStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Lets people in again who have lost their password, by a link in a letter. It works once, for
 * {@link #LIFETIME}; only a hash of its token is stored. The second factor is still asked for,
 * except one that is younger than a delay: an intruder may have set it up, so it is removed. The
 * browser is known afterwards, so that wrong passwords elsewhere do not keep its person out. Asking
 * for a link is answered alike, and as fast, whether the address has an account or not. Without a
 * mail server the operator makes the link.
 */
public final class ResetPassword {
  static final Duration LIFETIME = Duration.ofMinutes(30);

  /** One letter to a user in this time, however often somebody asks. */
  private static final Duration QUIET = Duration.ofMinutes(5);

  private static final int TOKEN_BYTES = 32;
  private static final int MAX_WAITING = 1000;

  private final LinkStore store = new LinkStore(LinkStore.Purpose.PASSWORD);
  private final UserStore users = new UserStore();
  private final SessionStore sessions = new SessionStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final RequestLimiter limiter;
  private final ConfirmEmail confirmEmail;
  private final AccountSelfService self;
  private final Duration delay;

  /** Writes the letters; what does not fit is dropped, and the person asks again. */
  private final ThreadPoolExecutor writer =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          Thread.ofPlatform().daemon().name("password-reset").factory(),
          new ThreadPoolExecutor.DiscardPolicy());

  /**
   * Prepares the way back.
   *
   * @param delay how old a second factor must be to be asked for
   */
  public ResetPassword(
      Jdbi jdbi,
      AccountSelfService self,
      AuditLog audit,
      RequestLimiter limiter,
      ConfirmEmail confirmEmail,
      Duration delay) {
    this.jdbi = jdbi;
    this.self = self;
    this.audit = audit;
    this.limiter = limiter;
    this.confirmEmail = confirmEmail;
    this.delay = delay;
  }

  /** What somebody sends to set a new password. */
  public record Wish(Secret token, Secret password, SecondFactorCheck.Given second) {}

  /**
   * A password that was set.
   *
   * @param device the cookie by which the browser is known from now on
   * @param passkeys the names of the passkeys that still open the account
   */
  public record Done(Secret device, List<String> passkeys) {}

  /** Tells whether letters are sent; otherwise the operator makes the links. */
  public boolean byLetter() {
    return audit.announcements().areSent();
  }

  /** Sends a link to the address, if it has an account; refuses with 429 too many requests. */
  public void request(String emailAsTyped, String source) {
    limiter.require(Limit.PASSWORD_RESETS, source);
    if (byLetter()) {
      String email = emailAsTyped.toLowerCase(Locale.ROOT);
      // On its own thread, so that the time of the answer tells nothing.
      writer.execute(() -> jdbi.useTransaction(handle -> send(handle, email, source)));
    }
  }

  private void send(Handle handle, String email, String source) {
    UserStore.Login login = users.findByEmail(handle, RealmKind.MERCHANT, email);
    if (login == null || store.isRecent(handle, login, QUIET)) {
      return;
    }
    // Somebody else may have made an unproven account: its reader decides before getting into it.
    boolean sent =
        (audit.announcements().askForProof() && !users.isProven(handle, login))
            ? confirmEmail.send(handle, login, email)
            : audit
                .announcements()
                .tellReset(handle, email, () -> newLink(handle, login), LIFETIME);
    if (sent) {
      audit.record(
          handle,
          login.realm(),
          new Actor("somebody", source),
          "user.password_reset_requested",
          null,
          email);
    }
  }

  /** Refuses with 409 where letters are sent: nobody else makes a link there. */
  public void requireLinks() {
    if (byLetter()) {
      throw new Rejection(MerchantError.MAIL_CONFIGURED, Message.of("reset.bymail"));
    }
  }

  /** Makes a link for a user, which the operator hands over. */
  public Secret link(Handle handle, MerchantId merchantId, User user, Actor operator) {
    Secret token = newLink(handle, Person.of(RealmId.of(merchantId), user.id()));
    audit.record(handle, merchantId, operator, "user.password_link_made", null, user.summary());
    return audit.announcements().resetUrl(token);
  }

  private Secret newLink(Handle handle, Person person) {
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    store.put(handle, person, token, LIFETIME);
    return token;
  }

  /** Returns the e-mail address of a link's user; null when the link does not work. */
  public @Nullable String find(Secret token) {
    return jdbi.withHandle(handle -> email(handle, token));
  }

  /**
   * Sets the password, ends all sessions of the user and removes its young second factors. Refuses
   * with 404 a link that does not work, with 401 a missing or wrong second factor; the link still
   * works then.
   */
  public Done handle(Wish wish, Visitor visitor) {
    limiter.require(Limit.PASSWORD_RESETS, visitor.source());
    UserStore.Login login = jdbi.withHandle(handle -> login(handle, wish.token()));
    if (login == null) { // a guess must not cost us a password hash
      throw notFound();
    }
    // Slow, so outside the transaction.
    String hash = PasswordHash.of(wish.password().reveal());
    return self.secondFactorCheck()
        .check(
            login,
            wish.second(),
            delay,
            self.sessions().guesser(visitor, login.email()),
            handle -> reset(handle, login, wish, hash, visitor))
        .require(Message.of("usedcode"));
  }

  private @Nullable String email(Handle handle, Secret token) {
    LinkStore.Addressee found = store.find(handle, token);
    return found == null ? null : found.email();
  }

  private UserStore.@Nullable Login login(Handle handle, Secret token) {
    String email = email(handle, token);
    return email == null ? null : users.findByEmail(handle, RealmKind.MERCHANT, email);
  }

  private Done reset(
      Handle handle, UserStore.Login login, Wish wish, String hash, Visitor visitor) {
    if (!store.redeem(handle, wish.token()) || !users.updatePassword(handle, login, hash)) {
      throw notFound(); // and no code is used up
    }
    sessions.deleteAll(handle, login);
    List<String> removed = self.factors().removeYounger(handle, login, delay);
    List<String> passkeys = self.factors().passkeys(handle, login);
    audit.record(
        handle,
        login.realm(),
        new Actor(login.email(), visitor.source()),
        "user.password_reset",
        listed(removed),
        listed(passkeys),
        List.of(login.email()));
    return new Done(self.sessions().remember(visitor, login.email()), passkeys);
  }

  private static @Nullable String listed(List<String> names) {
    return names.isEmpty() ? null : String.join(", ", names);
  }

  private static Rejection notFound() {
    return new Rejection(MerchantError.LINK_NOT_FOUND, Message.of("linkgone"));
  }
}
