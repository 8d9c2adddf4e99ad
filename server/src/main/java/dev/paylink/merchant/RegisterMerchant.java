package dev.paylink.merchant;

import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Registers a merchant with its first user and signs it in: all of it or nothing, and never two
 * with the same e-mail address, however it is capitalised.
 */
public final class RegisterMerchant {
  private final Jdbi jdbi;
  private final MerchantSessions sessions;

  public RegisterMerchant(Jdbi jdbi, MerchantSessions sessions) {
    this.jdbi = jdbi;
    this.sessions = sessions;
  }

  /** Who wants to register. */
  public record Registration(String email, Secret password, String businessName) {}

  /** Who has registered, and the token of its first session. */
  public record Registered(SignedIn signedIn, Secret sessionToken) {}

  /** 409 when the e-mail address is taken. */
  public Registered handle(Registration registration, String source) {
    String email = registration.email().toLowerCase(Locale.ROOT);
    // Takes a good part of a second: not while a connection is held.
    String passwordHash = PasswordHash.of(registration.password().reveal());
    Instant now = Instant.now();
    SignedIn signedIn = new SignedIn(new MerchantId(UuidV7.at(now)), UuidV7.at(now), email, source);
    Secret token =
        jdbi.inTransaction(
            handle -> insert(handle, signedIn, passwordHash, registration.businessName()));
    return new Registered(signedIn, token);
  }

  private Secret insert(
      Handle handle, SignedIn signedIn, String passwordHash, String businessName) {
    MerchantId merchantId = signedIn.merchantId();
    UUID userId = signedIn.userId();
    MerchantStore.insert(handle, merchantId, businessName);
    if (!UserStore.insert(handle, merchantId, userId, signedIn.email(), passwordHash)) {
      throw new Refused(
          Problem.conflict("EMAIL_TAKEN", "This e-mail address already has an account"));
    }
    AuditLog.record(
        handle, merchantId, signedIn.actor(), "merchant.registered", null, signedIn.email());
    return sessions.open(handle, merchantId, userId);
  }
}
