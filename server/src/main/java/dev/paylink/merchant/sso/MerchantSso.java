package dev.paylink.merchant.sso;

import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.sso.SsoRealms;
import dev.paylink.account.sso.SsoSignIn;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.team.JoinBySso;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.ratelimit.RequestLimiter;
import java.security.Provider;
import java.util.Locale;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identity provider of a person's team, and begins the sign-in there. A provider's second
 * factor never counts for an owner.
 */
public final class MerchantSso implements SsoRealms {
  private final Jdbi jdbi;
  private final SsoStore store;
  private final JoinBySso joinBySso;
  private final SsoSignIn signIn;
  private final String redirectUri;

  public MerchantSso(
      Jdbi jdbi,
      SsoStore store,
      OidcFlow oidc,
      SignIn signIn,
      JoinBySso joinBySso,
      RequestLimiter limiter,
      String redirectUri) {
    this.jdbi = jdbi;
    this.store = store;
    this.joinBySso = joinBySso;
    this.signIn = new SsoSignIn(jdbi, RealmKind.MERCHANT, this, oidc, signIn, limiter);
    this.redirectUri = redirectUri;
  }

  /** Returns the sign-in of people with whom a browser comes back from a provider. */
  public SsoSignIn signIn() {
    return signIn;
  }

  /** Returns where the provider sends people back to: its owner registers this address there. */
  public String redirectUri() {
    return redirectUri;
  }

  /**
   * Begins the sign-in of a person with this address. Refuses with 400 when no team has that
   * domain, with 429 too many attempts; throws {@link ProviderFailure} when the provider does not
   * answer.
   */
  public OidcFlow.Begun begin(String emailAsTyped, String next, String source) {
    signIn.requireBudget(source);
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    String domain = Identity.domain(email);
    MerchantId merchantId =
        domain == null ? null : jdbi.withHandle(handle -> store.route(handle, email, domain));
    if (merchantId == null) {
      throw Rejection.ofField(MerchantError.SSO_NOT_FOUND, "email", Message.of("nosso"));
    }
    return signIn.begin(RealmId.of(merchantId), next, email, false);
  }

  /** Begins another sign-in of somebody who is signed in, at which the provider asks again. */
  public OidcFlow.Begun beginAgain(SignedIn signedIn, String next) {
    signIn.requireBudget(signedIn.source());
    return signIn.begin(signedIn.realm(), next, signedIn.email(), true);
  }

  /** Tells whether this user can sign in at the provider of the team. */
  public boolean isPossible(SignedIn signedIn) {
    String domain = Identity.domain(signedIn.email());
    return domain != null
        && jdbi.withHandle(
            handle -> signedIn.merchantId().equals(store.route(handle, signedIn.email(), domain)));
  }

  @Override
  public Provider provider(RealmId realm) {
    SsoStore.Stored stored = jdbi.withHandle(handle -> store.find(handle, realm.merchantId()));
    if (stored == null) {
      throw new ProviderFailure("single sign-on is no longer set up");
    }
    SsoSettings settings = stored.settings();
    return new Provider(
        new OidcClient(settings.issuer(), settings.clientId(), stored.clientSecret(), redirectUri),
        Set.copyOf(settings.domains()),
        settings.roles() == null ? null : settings.roles().claim(),
        role -> settings.factorTrusted() && !role.equals(Role.owner.name()));
  }

  @Override
  public UserStore.@Nullable Login join(
      RealmId realm, String email, @Nullable Identity identity, String source) {
    SsoStore.Stored stored = jdbi.withHandle(handle -> store.find(handle, realm.merchantId()));
    SsoSettings.RoleClaim roles = stored == null ? null : stored.settings().roles();
    Role claimed = roles == null || identity == null ? null : roles.of(identity);
    return joinBySso.handle(realm.merchantId(), email, claimed, source);
  }

  @Override
  public String refusal() {
    return "you are not a member of this team; ask an owner to invite you";
  }
}
