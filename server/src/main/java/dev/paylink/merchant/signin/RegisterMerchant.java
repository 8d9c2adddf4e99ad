package dev.paylink.merchant.signin;

import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SignInWay;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Registers a merchant with its owner and signs it in: all of it or nothing, and never two with the
 * same e-mail address, however it is capitalised.
 */
public final class RegisterMerchant {
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final AccountSessions sessions;
  private final AuditLog audit;
  private final RequestLimiter limiter;
  private final ConfirmEmail confirmEmail;
  private final List<OnRegistered> listeners;

  public RegisterMerchant(
      Jdbi jdbi,
      AccountSessions sessions,
      AuditLog audit,
      RequestLimiter limiter,
      ConfirmEmail confirmEmail,
      List<OnRegistered> listeners) {
    this.jdbi = jdbi;
    this.sessions = sessions;
    this.audit = audit;
    this.limiter = limiter;
    this.confirmEmail = confirmEmail;
    this.listeners = listeners;
  }

  /** Stores what another part needs for a new merchant, in the transaction that registers it. */
  public interface OnRegistered {
    void registered(Handle handle, MerchantId merchant);
  }

  /** The owner and the merchant to register. */
  public record Registration(String email, Secret password, String businessName) {}

  /** Registers; refuses with 409 a taken e-mail address, with 429 too many from one source. */
  public AccountSessions.Opened handle(Registration registration, Visitor visitor) {
    limiter.require(Limit.REGISTRATIONS, visitor.source());
    limiter.require(Limit.REGISTRATIONS_A_DAY, visitor.source());
    confirmEmail.requireBudget(registration.email().toLowerCase(Locale.ROOT), visitor.source());
    // Slow, so outside the transaction.
    String passwordHash = PasswordHash.of(registration.password().reveal());
    return jdbi.inTransaction(
        handle -> {
          AccountSessions.Opened opened = insert(handle, registration, passwordHash, visitor);
          confirmEmail.begin(handle, opened.session(), opened.session().email());
          return opened;
        });
  }

  /**
   * Registers the owner of a generated password, whose hash need not be slow. Its address counts as
   * proven: the service has made it up.
   */
  public AccountSessions.Opened handleGenerated(Registration registration, Visitor visitor) {
    String passwordHash = PasswordHash.ofGenerated(registration.password().reveal());
    return jdbi.inTransaction(
        handle -> {
          AccountSessions.Opened opened = insert(handle, registration, passwordHash, visitor);
          confirmEmail.prove(handle, opened.session());
          return opened;
        });
  }

  private AccountSessions.Opened insert(
      Handle handle, Registration registration, String passwordHash, Visitor visitor) {
    MerchantId merchantId = new MerchantId(UuidV7.at(Instant.now()));
    String email = registration.email().toLowerCase(Locale.ROOT);
    UserStore.Login login =
        UserStore.Login.unnamed(RealmId.of(merchantId), email, Role.owner.name(), passwordHash);
    merchants.insert(handle, merchantId, registration.businessName());
    if (!users.insert(handle, login)) {
      throw emailTaken();
    }
    listeners.forEach(listener -> listener.registered(handle, merchantId));
    AccountSessions.Opened opened = sessions.open(handle, login, visitor, SignInWay.OWN);
    audit.record(handle, merchantId, opened.session().actor(), "merchant.registered", null, email);
    return opened;
  }

  public static Rejection emailTaken() {
    return new Rejection(MerchantError.EMAIL_TAKEN, Message.of("emailtaken"));
  }
}
