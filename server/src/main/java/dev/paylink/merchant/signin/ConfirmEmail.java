package dev.paylink.merchant.signin;

import dev.paylink.account.Actor;
import dev.paylink.account.Person;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.Factors;
import dev.paylink.account.signin.LinkStore;
import dev.paylink.account.signin.SessionStore;
import dev.paylink.account.sso.SsoIdentityStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.mail.LetterKind;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.LimitError;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Proves that people read the mail of the address they entered, by a link in a letter.
 *
 * <ul>
 *   <li>Until an owner has proven its address, nobody else is written to on behalf of the merchant.
 *   <li>The reader of the mail decides: to confirm the account, or to free the address. The account
 *       then loses it, its sessions end, and nobody can sign in to it. A proven address stays.
 *   <li>Until then an address gets nothing but this link: once, and again an hour apart, at most
 *       {@link LetterKind#confirmation} a day.
 *   <li>Without a mail server nobody is asked, and everybody counts as proven.
 * </ul>
 */
public final class ConfirmEmail {
  private static final Duration LIFETIME = Duration.ofDays(7);
  private static final int TOKEN_BYTES = 32;

  private final LinkStore store = new LinkStore(LinkStore.Purpose.EMAIL);
  private final UserStore users = new UserStore();
  private final MerchantStore merchants = new MerchantStore();
  private final SessionStore sessions = new SessionStore();
  private final SsoIdentityStore identities = new SsoIdentityStore();
  private final LinkStore resets = new LinkStore(LinkStore.Purpose.PASSWORD);
  private final Jdbi jdbi;
  private final Factors factors;
  private final AuditLog audit;
  private final RequestLimiter limiter;

  public ConfirmEmail(Jdbi jdbi, Factors factors, AuditLog audit, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.factors = factors;
    this.audit = audit;
    this.limiter = limiter;
  }

  /** Tells whether this user has proven the address. */
  public boolean isConfirmed(SignedIn signedIn) {
    return jdbi.withHandle(handle -> users.isProven(handle, signedIn));
  }

  /** Takes a letter from the budgets of the source and the address; 429 if one is used up. */
  public void requireBudget(String email, String source) {
    if (audit.announcements().askForProof()) {
      limiter.require(Limit.LETTERS_OF_SOURCE, source);
      limiter.require(Limit.LETTERS_TO_RECIPIENT, email);
    }
  }

  /**
   * Asks a new user to prove the address; counts it as proven where no letters are sent. Returns
   * false when the address has had too many such letters: the user can ask for another one later.
   */
  public boolean begin(Handle handle, Person person, String email) {
    if (audit.announcements().askForProof()) {
      return send(handle, person, email);
    }
    prove(handle, person);
    return true;
  }

  /** Notes that the user reads the mail of its address; an owner proves its merchant with it. */
  public void prove(Handle handle, Person person) {
    String role = users.prove(handle, person);
    if (Role.owner.name().equals(role)) {
      merchants.proveEmail(handle, person.realm().merchantId());
    }
  }

  /** Sends the letter again, unless the address is proven; refuses with 429 too many. */
  public void sendAgain(SignedIn signedIn) {
    if (!isConfirmed(signedIn)) {
      requireBudget(signedIn.email(), signedIn.source());
      if (!jdbi.inTransaction(handle -> begin(handle, signedIn, signedIn.email()))) {
        throw new Rejection(
                LimitError.RATE_LIMITED,
                Message.of("confirmationsent", LetterKind.confirmation.most()))
            .retryAfter(LetterKind.APART.toSeconds());
      }
    }
  }

  /** Sends a link that confirms or frees the address; false when it has had too many. */
  boolean send(Handle handle, Person person, String email) {
    return audit
        .announcements()
        .tellUnproven(handle, email, () -> newLink(handle, person), LIFETIME);
  }

  private Secret newLink(Handle handle, Person person) {
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    store.put(handle, person, token, LIFETIME);
    return token;
  }

  /** Refuses with 403 while no owner of the merchant has proven an address. */
  public void require(Handle handle, MerchantId merchantId) {
    if (!isProven(handle, merchantId)) {
      throw new Rejection(MerchantError.EMAIL_NOT_CONFIRMED, Message.of("unconfirmed"));
    }
  }

  /** Tells whether an owner of the merchant has proven an address, where people are asked to. */
  boolean isProven(Handle handle, MerchantId merchantId) {
    return !audit.announcements().askForProof() || merchants.isEmailProven(handle, merchantId);
  }

  /** Returns the address of a link; null when the link does not work. */
  public @Nullable String find(Secret token) {
    LinkStore.Addressee found = jdbi.withHandle(handle -> store.find(handle, token));
    return found == null ? null : found.email();
  }

  /** Confirms the address; refuses with 404 a link that does not work. */
  public void confirm(Secret token, String source) {
    limiter.require(Limit.EMAIL_LINKS, source);
    jdbi.useTransaction(
        handle -> {
          LinkStore.Addressee user = redeem(handle, token);
          prove(handle, user);
          record(handle, user, source, "user.email_confirmed", null, user.email());
        });
  }

  /**
   * Frees an address that was never proven; refuses with 404 a link that does not work. It cannot
   * be used to take over the account: nobody can sign in to it afterwards.
   */
  public void release(Secret token, String source) {
    limiter.require(Limit.EMAIL_LINKS, source);
    String nobodys = PasswordHash.ofGenerated(RandomToken.base64Url(TOKEN_BYTES));
    jdbi.useTransaction(
        handle -> {
          LinkStore.Addressee user = redeem(handle, token);
          if (!users.release(handle, user, nobodys)) {
            throw notFound();
          }
          sessions.deleteAll(handle, user);
          factors.removeAll(handle, user); // a passkey signs in without address and password
          identities.delete(handle, user);
          resets.delete(handle, user);
          record(handle, user, source, "user.email_released", user.email(), null);
        });
  }

  private LinkStore.Addressee redeem(Handle handle, Secret token) {
    LinkStore.Addressee user = store.find(handle, token);
    if (user == null || !store.redeem(handle, token)) {
      throw notFound();
    }
    audit.announcements().answered(handle, user.email());
    return user;
  }

  private void record(
      Handle handle,
      LinkStore.Addressee user,
      String source,
      String action,
      @Nullable String before,
      @Nullable String after) {
    audit.record(handle, user.realm(), new Actor(user.email(), source), action, before, after);
  }

  private static Rejection notFound() {
    return new Rejection(MerchantError.LINK_NOT_FOUND, Message.of("linkgone"));
  }
}
