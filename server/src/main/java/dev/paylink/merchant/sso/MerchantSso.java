package dev.paylink.merchant.sso;

import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.sso.SsoIdentityStore;
import dev.paylink.account.sso.SsoRealms;
import dev.paylink.account.sso.SsoSignIn;
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
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Finds the teams that have proven the domain of a person's address, and begins the sign-in at the
 * provider of one. A provider's second factor never counts for an owner.
 */
public final class MerchantSso implements SsoRealms {
  private final Jdbi jdbi;
  private final SsoDomainStore domains = new SsoDomainStore();
  private final SsoIdentityStore identities = new SsoIdentityStore();
  private final SsoStore store;
  private final JoinBySso joinBySso;
  private final SsoSignIn signIn;
  private final UnaryOperator<String> redirectUri;

  public MerchantSso(
      Jdbi jdbi,
      SsoStore store,
      OidcFlow oidc,
      SignIn signIn,
      JoinBySso joinBySso,
      RequestLimiter limiter,
      UnaryOperator<String> redirectUri) {
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

  /**
   * Returns where the provider of this issuer sends people back to: its owner registers this
   * address there.
   */
  public String redirectUri(String issuer) {
    return redirectUri.apply(OidcClient.pathName(issuer));
  }

  /**
   * Returns the teams that have proven the domain of this address. Whether it has an account, and
   * where, makes no difference. Refuses with 400 when there is none, with 429 too many attempts.
   */
  public List<SsoTeam> teams(String email, String source) {
    signIn.requireBudget(source);
    String domain = Identity.domain(email);
    List<SsoTeam> teams =
        domain == null ? List.of() : jdbi.withHandle(handle -> domains.teams(handle, domain));
    if (teams.isEmpty()) {
      throw Rejection.ofField(MerchantError.SSO_NOT_FOUND, "email", Message.of("nosso"));
    }
    return teams;
  }

  /**
   * Begins the sign-in of a person with this address at the provider of a team; throws {@link
   * ProviderFailure} when it does not answer.
   */
  public OidcFlow.Begun begin(SsoTeam team, String email, String next) {
    return signIn.begin(RealmId.of(team.merchantId()), next, email.toLowerCase(Locale.ROOT), false);
  }

  /** Begins another sign-in of somebody who is signed in, at which the provider asks again. */
  public OidcFlow.Begun beginAgain(SignedIn signedIn, String next) {
    signIn.requireBudget(signedIn.source());
    return signIn.begin(signedIn.realm(), next, signedIn.email(), true);
  }

  /** Tells whether this user can sign in at the provider of the team. */
  public boolean isPossible(SignedIn signedIn) {
    String domain = Identity.domain(signedIn.email());
    return jdbi.withHandle(
        handle -> {
          SsoStore.Stored stored = store.find(handle, signedIn.merchantId());
          return stored != null
              && ((domain != null && stored.proven().contains(domain))
                  || identities.isLinked(handle, signedIn, stored.settings().issuer()));
        });
  }

  @Override
  public Provider provider(RealmId realm) {
    SsoStore.Stored stored = jdbi.withHandle(handle -> store.find(handle, realm.merchantId()));
    if (stored == null) {
      throw new ProviderFailure("single sign-on is no longer set up");
    }
    SsoSettings settings = stored.settings();
    return new Provider(
        new OidcClient(
            settings.issuer(),
            settings.clientId(),
            stored.clientSecret(),
            redirectUri(settings.issuer())),
        stored.proven(),
        settings.roles() == null ? null : settings.roles().claim(),
        role -> settings.factorTrusted() && !role.equals(Role.owner.name()));
  }

  @Override
  public UserStore.@Nullable Login join(
      RealmId realm, String email, Identity identity, String source) {
    SsoStore.Stored stored = jdbi.withHandle(handle -> store.find(handle, realm.merchantId()));
    SsoSettings.RoleClaim roles = stored == null ? null : stored.settings().roles();
    Role claimed = roles == null ? null : roles.of(identity);
    return joinBySso.handle(realm.merchantId(), email, claimed, source);
  }

  @Override
  public String refusal() {
    return "you are not a member of this team; ask an owner to invite you";
  }
}
