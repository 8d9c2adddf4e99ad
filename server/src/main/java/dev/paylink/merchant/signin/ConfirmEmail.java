package dev.paylink.merchant.signin;

import dev.paylink.account.Actor;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.ResetStore;
import dev.paylink.account.signin.SessionStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
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
 *   <li>Whoever reads the mail decides: to confirm the account, or to free the address. The account
 *       then loses it, its sessions end, and nobody can sign in to it. A proven address stays.
 *   <li>Without a mail server nobody is asked, and everybody counts as proven.
 * </ul>
 */
public final class ConfirmEmail {
  private static final Duration LIFETIME = Duration.ofDays(7);
  private static final int TOKEN_BYTES = 32;

  private final ConfirmationStore store = new ConfirmationStore();
  private final UserStore users = new UserStore();
  private final MerchantStore merchants = new MerchantStore();
  private final SessionStore sessions = new SessionStore();
  private final ResetStore resets = new ResetStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final RequestLimiter limiter;

  public ConfirmEmail(Jdbi jdbi, AuditLog audit, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.limiter = limiter;
  }

  /** Tells whether this user has proven the address. */
  public boolean isConfirmed(SignedIn signedIn) {
    return jdbi.withHandle(handle -> users.isProven(handle, signedIn.realm(), signedIn.userId()));
  }

  /** Takes a letter from the budgets of the source and the address; 429 if one is used up. */
  public void requireBudget(String email, String source) {
    if (audit.announcements().askForProof()) {
      limiter.require(Limit.LETTERS_OF_SOURCE, source);
      limiter.require(Limit.LETTERS_TO_RECIPIENT, email);
    }
  }

  /** Asks a new user to prove the address; counts it as proven where no letters are sent. */
  public void begin(Handle handle, MerchantId merchantId, UserId userId, String email) {
    if (audit.announcements().askForProof()) {
      send(handle, merchantId, userId, email);
    } else {
      prove(handle, merchantId, userId);
    }
  }

  /** Notes that the user reads the mail of its address; an owner proves its merchant with it. */
  public void prove(Handle handle, MerchantId merchantId, UserId userId) {
    String role = users.prove(handle, RealmId.of(merchantId), userId);
    if (Role.owner.name().equals(role)) {
      merchants.proveEmail(handle, merchantId);
    }
  }

  /** Sends the letter again, unless the address is proven; refuses with 429 too many. */
  public void sendAgain(SignedIn signedIn) {
    if (!isConfirmed(signedIn)) {
      requireBudget(signedIn.email(), signedIn.source());
      jdbi.useTransaction(
          handle -> begin(handle, signedIn.merchantId(), signedIn.userId(), signedIn.email()));
    }
  }

  /** Sends a link that confirms or frees the address. */
  void send(Handle handle, MerchantId merchantId, UserId userId, String email) {
    Secret token = new Secret(RandomToken.base64Url(TOKEN_BYTES));
    store.put(handle, merchantId, userId, token, LIFETIME);
    audit.announcements().tellUnproven(handle, email, token, LIFETIME);
  }

  /** Refuses with 403 while no owner of the merchant has proven an address. */
  public void require(Handle handle, MerchantId merchantId) {
    if (audit.announcements().askForProof() && !merchants.isEmailProven(handle, merchantId)) {
      throw new Rejection(MerchantError.EMAIL_NOT_CONFIRMED, Message.of("unconfirmed"));
    }
  }

  /** Returns the address of a link; null when the link does not work. */
  public @Nullable String find(Secret token) {
    ConfirmationStore.Unproven found = jdbi.withHandle(handle -> store.find(handle, token));
    return found == null ? null : found.email();
  }

  /** Confirms the address; refuses with 404 a link that does not work. */
  public void confirm(Secret token, String source) {
    limiter.require(Limit.EMAIL_LINKS, source);
    jdbi.useTransaction(
        handle -> {
          ConfirmationStore.Unproven user = redeem(handle, token);
          prove(handle, user.merchantId(), user.userId());
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
          ConfirmationStore.Unproven user = redeem(handle, token);
          if (!users.release(handle, RealmId.of(user.merchantId()), user.userId(), nobodys)) {
            throw notFound();
          }
          sessions.deleteAll(handle, RealmId.of(user.merchantId()), user.userId());
          resets.delete(handle, RealmId.of(user.merchantId()), user.userId());
          record(handle, user, source, "user.email_released", user.email(), null);
        });
  }

  private ConfirmationStore.Unproven redeem(Handle handle, Secret token) {
    ConfirmationStore.Unproven user = store.find(handle, token);
    if (user == null || !store.redeem(handle, token)) {
      throw notFound();
    }
    return user;
  }

  private void record(
      Handle handle,
      ConfirmationStore.Unproven user,
      String source,
      String action,
      @Nullable String before,
      @Nullable String after) {
    audit.record(handle, user.merchantId(), new Actor(user.email(), source), action, before, after);
  }

  private static Rejection notFound() {
    return new Rejection(MerchantError.LINK_NOT_FOUND, Message.of("linkgone"));
  }
}
