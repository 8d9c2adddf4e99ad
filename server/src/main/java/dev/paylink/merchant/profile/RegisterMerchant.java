package dev.paylink.merchant.profile;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.id.UuidV7;
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
  private final MerchantSessions sessions;
  private final AuditLog audit;
  private final RequestLimiter limiter;
  private final ConfirmEmail confirmEmail;
  private final List<OnRegistered> listeners;

  public RegisterMerchant(
      Jdbi jdbi,
      MerchantSessions sessions,
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

  /** The new owner, and the token of its first session. */
  public record Registered(SignedIn signedIn, Secret sessionToken) {}

  /** Registers; refuses with 409 a taken e-mail address, with 429 too many from one source. */
  public Registered handle(Registration registration, Visitor visitor) {
    limiter.require(Limit.REGISTRATIONS, visitor.source());
    confirmEmail.requireBudget(registration.email().toLowerCase(Locale.ROOT), visitor.source());
    // Slow, so outside the transaction.
    String passwordHash = PasswordHash.of(registration.password().reveal());
    return jdbi.inTransaction(
        handle -> {
          Registered registered = insert(handle, registration, passwordHash, visitor);
          SignedIn owner = registered.signedIn();
          confirmEmail.begin(handle, owner.merchantId(), owner.userId(), owner.email());
          return registered;
        });
  }

  /**
   * Registers the owner of a generated password, whose hash need not be slow. Its address counts as
   * proven: the service has made it up.
   */
  public Registered handleGenerated(Registration registration, Visitor visitor) {
    String passwordHash = PasswordHash.ofGenerated(registration.password().reveal());
    return jdbi.inTransaction(
        handle -> {
          Registered registered = insert(handle, registration, passwordHash, visitor);
          users.prove(handle, registered.signedIn().merchantId(), registered.signedIn().userId());
          return registered;
        });
  }

  private Registered insert(
      Handle handle, Registration registration, String passwordHash, Visitor visitor) {
    MerchantId merchantId = new MerchantId(UuidV7.at(Instant.now()));
    UserId userId = UserId.next();
    String email = registration.email().toLowerCase(Locale.ROOT);
    merchants.insert(handle, merchantId, registration.businessName());
    if (!users.insert(handle, merchantId, userId, email, Role.owner, passwordHash)) {
      throw emailTaken();
    }
    listeners.forEach(listener -> listener.registered(handle, merchantId));
    MerchantSessions.Opened opened = sessions.open(handle, merchantId, userId, visitor);
    SignedIn signedIn =
        new SignedIn(
            merchantId,
            userId,
            email,
            Role.owner,
            opened.id(),
            visitor.source(),
            true,
            false,
            false);
    audit.record(handle, merchantId, signedIn.actor(), "merchant.registered", null, email);
    return new Registered(signedIn, opened.token());
  }

  public static Refused emailTaken() {
    return new Refused(
        Problem.conflict("EMAIL_TAKEN", "This e-mail address already has an account"));
  }
}
