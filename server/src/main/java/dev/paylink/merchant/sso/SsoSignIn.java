package dev.paylink.merchant.sso;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.passkey.PasskeyStore;
import dev.paylink.merchant.signin.SecondFactorCheck;
import dev.paylink.merchant.signin.SignIn;
import dev.paylink.merchant.signin.SignInWay;
import dev.paylink.merchant.team.JoinBySso;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Signs people in at the identity provider of their team.
 *
 * <ul>
 *   <li>A provider vouches for the members of its own merchant only, by an e-mail address that it
 *       has verified, in one of the merchant's domains.
 *   <li>It stands for the password. The user's own second factor is still asked for, unless the
 *       provider's counts, which it never does for an owner.
 *   <li>An answer is accepted once, and only in the browser that began the sign-in.
 * </ul>
 */
public final class SsoSignIn {
  private static final SecondFactorCheck.Given NO_CODE = new SecondFactorCheck.Given(null, null);

  private final PasskeyStore challenges = new PasskeyStore();
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final SsoStore store;
  private final OidcFlow oidc;
  private final SignIn signIn;
  private final JoinBySso joinBySso;
  private final RequestLimiter limiter;
  private final String redirectUri;

  public SsoSignIn(
      Jdbi jdbi,
      SsoStore store,
      OidcFlow oidc,
      SignIn signIn,
      JoinBySso joinBySso,
      RequestLimiter limiter,
      String redirectUri) {
    this.jdbi = jdbi;
    this.store = store;
    this.oidc = oidc;
    this.signIn = signIn;
    this.joinBySso = joinBySso;
    this.limiter = limiter;
    this.redirectUri = redirectUri;
  }

  /** Somebody for whom a provider has vouched: an address in the team of a merchant. */
  public record Vouched(MerchantId merchantId, String email) {}

  /** The result of a sign-in, of whom, and the page to go on to. */
  public record Outcome(SignIn.Result result, Vouched vouched, String next) {}

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
    limiter.require(Limit.SSO_SIGN_INS, source);
    String email = emailAsTyped.toLowerCase(Locale.ROOT);
    String domain = Identity.domain(email);
    MerchantId merchantId =
        domain == null ? null : jdbi.withHandle(handle -> store.route(handle, email, domain));
    if (merchantId == null) {
      throw new Refused(
          Problem.refusedField(
              "SSO_NOT_FOUND",
              "email",
              "No team uses single sign-on with this domain; sign in with your password"));
    }
    return oidc.begin(client(find(merchantId)), merchantId.toString(), next, email, false);
  }

  /** Begins another sign-in of somebody who is signed in, at which the provider asks again. */
  public OidcFlow.Begun beginAgain(SignedIn signedIn, String next) {
    limiter.require(Limit.SSO_SIGN_INS, signedIn.source());
    MerchantId merchantId = signedIn.merchantId();
    OidcClient client = client(find(merchantId));
    return oidc.begin(client, merchantId.toString(), next, signedIn.email(), true);
  }

  /** Tells whether this user can sign in at the provider of the team. */
  public boolean isPossible(SignedIn signedIn) {
    String domain = Identity.domain(signedIn.email());
    return domain != null
        && jdbi.withHandle(
            handle -> signedIn.merchantId().equals(store.route(handle, signedIn.email(), domain)));
  }

  /**
   * Signs in the person with whom the browser came back. Throws {@link ProviderFailure} when the
   * provider does not vouch for a member of its team.
   *
   * @param kept what the browser has kept since the beginning; null if nothing
   */
  public Outcome finish(@Nullable String kept, OidcFlow.Returned returned, Visitor visitor) {
    OidcFlow.Flow flow = oidc.match(kept, returned);
    MerchantId merchantId = MerchantId.parse(flow.whose());
    if (merchantId == null || !isFirst(merchantId, flow)) {
      throw new ProviderFailure("this sign-in was used already");
    }
    SsoStore.Stored stored = find(merchantId);
    SsoSettings settings = stored.settings();
    Identity identity = oidc.finish(client(stored), flow, returned, settings.claims());
    String email = identity.email(Set.copyOf(settings.domains()));
    SsoSettings.RoleClaim roles = settings.roles();
    UserStore.Login login =
        member(merchantId, email, roles == null ? null : roles.of(identity), visitor);
    boolean factorCounts =
        settings.factorTrusted() && login.role() != Role.owner && identity.saysSecondFactor();
    SignIn.Result result =
        signIn.handle(
            login, factorCounts ? SignInWay.SSO_WITH_FACTOR : SignInWay.SSO, NO_CODE, visitor);
    return new Outcome(result, new Vouched(merchantId, email), flow.next());
  }

  /**
   * Signs in somebody for whom the provider has just vouched, and who now gives a second factor.
   */
  public SignIn.Result finish(Vouched vouched, SecondFactorCheck.Given second, Visitor visitor) {
    find(vouched.merchantId);
    UserStore.Login login = member(vouched.merchantId, vouched.email, null, visitor);
    return signIn.handle(login, SignInWay.SSO, second, visitor);
  }

  private boolean isFirst(MerchantId merchantId, OidcFlow.Flow flow) {
    byte[] state = flow.state().reveal().getBytes(StandardCharsets.UTF_8);
    return jdbi.inTransaction(
        handle -> challenges.useChallenge(handle, merchantId, state, OidcFlow.LIFETIME));
  }

  /** Returns the member with this address, who may join just now. */
  private UserStore.Login member(
      MerchantId merchantId, String email, @Nullable Role claimed, Visitor visitor) {
    UserStore.Login login = jdbi.withHandle(handle -> users.findByEmail(handle, email));
    if (login == null) {
      login = joinBySso.handle(merchantId, email, claimed, visitor.source());
    }
    if (login == null || !login.merchantId().equals(merchantId)) { // the same words for both
      throw new ProviderFailure("you are not a member of this team; ask an owner to invite you");
    }
    return login;
  }

  private SsoStore.Stored find(MerchantId merchantId) {
    SsoStore.Stored stored = jdbi.withHandle(handle -> store.find(handle, merchantId));
    if (stored == null) {
      throw new ProviderFailure("single sign-on is no longer set up");
    }
    return stored;
  }

  private OidcClient client(SsoStore.Stored stored) {
    SsoSettings settings = stored.settings();
    return new OidcClient(
        settings.issuer(), settings.clientId(), stored.clientSecret(), redirectUri);
  }
}
