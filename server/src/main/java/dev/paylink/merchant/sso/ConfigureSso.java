package dev.paylink.merchant.sso;

import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.sso.SsoIdentityStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.oidc.ProviderHttp;
import dev.paylink.platform.oidc.Providers;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Sets up, changes and ends the single sign-on of a team. An issuer is stored once it has answered.
 * The client's secret goes to the issuer for which it was given and to no other. Sessions that the
 * earlier provider opened end with it.
 */
public final class ConfigureSso {
  private final MerchantStore merchants = new MerchantStore();
  private final FreezeStore freezes = new FreezeStore();
  private final SsoIdentityStore identities = new SsoIdentityStore();
  private final Jdbi jdbi;
  private final SsoStore store;
  private final ProviderHttp http;
  private final Providers providers;
  private final AccountSessions sessions;
  private final AuditLog audit;
  private final ConfirmEmail confirmEmail;
  private final RequestLimiter limiter;

  public ConfigureSso(
      Jdbi jdbi,
      SsoStore store,
      ProviderHttp http,
      Providers providers,
      AccountSessions sessions,
      AuditLog audit,
      ConfirmEmail confirmEmail,
      RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.store = store;
    this.http = http;
    this.providers = providers;
    this.sessions = sessions;
    this.audit = audit;
    this.confirmEmail = confirmEmail;
    this.limiter = limiter;
  }

  /**
   * The requested settings.
   *
   * @param clientSecret null to keep the stored one
   */
  public record Wish(
      String issuer,
      String clientId,
      @Nullable Secret clientSecret,
      List<String> domains,
      boolean required,
      SsoSettings.@Nullable RoleClaim roles,
      boolean factorTrusted) {
    SsoSettings settings() {
      return new SsoSettings(
          issuer, clientId, domains, required, roles, factorTrusted, Instant.now());
    }
  }

  /** Returns the settings of the user's team; null if there are none. */
  public @Nullable SsoSettings read(MerchantId merchantId) {
    SsoStore.Stored stored = jdbi.withHandle(handle -> store.find(handle, merchantId));
    return stored == null ? null : stored.settings();
  }

  /** Stores the settings; refuses with 400 an issuer that is not one. */
  public void handle(SignedIn signedIn, Wish wish) {
    limiter.require(Limit.SSO_CHECKS, signedIn.merchantId());
    Message refusal = http.refusal(wish.issuer);
    if (refusal != null) {
      throw refused(refusal);
    }
    try {
      providers.require(wish.issuer); // asks the provider: not in the transaction
    } catch (ProviderFailure e) {
      throw refused(
          Message.of("foreign", Character.toUpperCase(e.why().charAt(0)) + e.why().substring(1)));
    }
    jdbi.useTransaction(handle -> store(handle, signedIn, wish));
  }

  private static Rejection refused(Message why) {
    return Rejection.ofField(MerchantError.ISSUER_REFUSED, "issuer", why);
  }

  private void store(Handle handle, SignedIn signedIn, Wish wish) {
    MerchantId merchantId = signedIn.merchantId();
    SsoStore.Stored before = lock(handle, signedIn);
    SsoSettings after = wish.settings();
    confirmEmail.require(handle, merchantId);
    requireProof(before, after);
    boolean otherClient = before == null || after.hasOtherClient(before.settings());
    Secret secret =
        wish.clientSecret == null && before != null && !otherClient
            ? before.clientSecret()
            : wish.clientSecret;
    if (secret == null) {
      throw Rejection.invalid("clientSecret", Message.of("field.clientsecret"));
    }
    store.put(handle, merchantId, after, secret);
    if (before != null && otherClient) {
      forget(handle, signedIn);
    }
    audit.record(
        handle,
        signedIn,
        before == null ? "sso.configured" : "sso.changed",
        before == null ? null : before.settings().summary(),
        after.summary());
  }

  /**
   * Refuses to require single sign-on before one of the domains is proven: nobody but owners could
   * sign in.
   */
  private static void requireProof(SsoStore.@Nullable Stored before, SsoSettings after) {
    boolean isProven = before != null && !Collections.disjoint(before.proven(), after.domains());
    if (after.required() && !isProven) {
      throw Rejection.invalid("required", Message.of("field.ssounproven"));
    }
  }

  /** Ends single sign-on and the sessions it opened; refuses with 404 when there is none. */
  public void remove(SignedIn signedIn) {
    jdbi.useTransaction(
        handle -> {
          SsoStore.Stored before = lock(handle, signedIn);
          if (before == null) {
            throw notFound();
          }
          store.delete(handle, signedIn.merchantId());
          forget(handle, signedIn);
          audit.record(handle, signedIn, "sso.removed", before.settings().summary(), null);
        });
  }

  /** Ends what the earlier provider has opened: to another one, its people are strangers. */
  private void forget(Handle handle, SignedIn signedIn) {
    sessions.endBySso(handle, signedIn);
    identities.deleteAll(handle, signedIn.realm());
  }

  private SsoStore.@Nullable Stored lock(Handle handle, SignedIn signedIn) {
    merchants.lock(handle, signedIn.merchantId());
    freezes.requireThawed(handle, signedIn.realm());
    return store.find(handle, signedIn.merchantId());
  }

  /** Refuses because single sign-on is not set up. */
  public static Rejection notFound() {
    return new Rejection(MerchantError.SSO_NOT_FOUND, Message.of("ssooff"));
  }
}
