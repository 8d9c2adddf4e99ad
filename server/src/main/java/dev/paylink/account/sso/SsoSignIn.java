package dev.paylink.account.sso;

import dev.paylink.account.Checked;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.passkey.PasskeyStore;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.signin.SignInWay;
import dev.paylink.ids.RealmId;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.nio.charset.StandardCharsets;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Signs people in at the identity provider of their realm.
 *
 * <ul>
 *   <li>A provider vouches for the members of its own realm only, by an e-mail address that it has
 *       verified, in one of the realm's domains.
 *   <li>It stands for the password. The user's own second factor is still asked for, unless the
 *       provider's counts.
 *   <li>An answer is accepted once, and only in the browser that began the sign-in.
 * </ul>
 */
public final class SsoSignIn {
  private static final SecondFactorCheck.Given NO_CODE = new SecondFactorCheck.Given(null, null);

  private final PasskeyStore challenges = new PasskeyStore();
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final RealmKind kind;
  private final SsoRealms realms;
  private final OidcFlow oidc;
  private final SignIn signIn;
  private final RequestLimiter limiter;

  public SsoSignIn(
      Jdbi jdbi,
      RealmKind kind,
      SsoRealms realms,
      OidcFlow oidc,
      SignIn signIn,
      RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.kind = kind;
    this.realms = realms;
    this.oidc = oidc;
    this.signIn = signIn;
    this.limiter = limiter;
  }

  /** The result of a sign-in, of whom, and the page to go on to. */
  public record Finished(
      Checked<AccountSessions.Opened> result, SecondStep.Vouched vouched, String next) {}

  /** Takes a sign-in from the budget of the source; refuses with 429 too many. */
  public void requireBudget(String source) {
    limiter.require(Limit.SSO_SIGN_INS, source);
  }

  /**
   * Begins a sign-in; throws {@link ProviderFailure} when the provider does not answer.
   *
   * @param email for the provider to fill in; null if it is not known
   * @param again whether the provider has to ask somebody again who is signed in there
   */
  public OidcFlow.Begun begin(RealmId realm, String next, @Nullable String email, boolean again) {
    return oidc.begin(realms.provider(realm).client(), realm.toString(), next, email, again);
  }

  /**
   * Signs in the person with whom the browser came back. Throws {@link ProviderFailure} when the
   * provider does not vouch for a member of its realm.
   *
   * @param kept what the browser has kept since the beginning; null if nothing
   */
  public Finished finish(@Nullable String kept, OidcFlow.Returned returned, Visitor visitor) {
    OidcFlow.Flow flow = oidc.match(kept, returned);
    RealmId realm = RealmId.parse(flow.whose());
    if (realm == null || !kind.includes(realm) || !isFirst(realm, flow)) {
      throw new ProviderFailure("this sign-in was used already");
    }
    SsoRealms.Provider provider = realms.provider(realm);
    Identity identity = oidc.finish(provider.client(), flow, returned, provider.claims());
    String email = identity.email(provider.domains());
    UserStore.Login login = member(realm, email, identity, visitor);
    boolean factorCounts =
        provider.factorCounts().test(login.role()) && identity.saysSecondFactor();
    Checked<AccountSessions.Opened> result =
        signIn.handle(
            login, factorCounts ? SignInWay.SSO_WITH_FACTOR : SignInWay.SSO, NO_CODE, visitor);
    return new Finished(result, new SecondStep.Vouched(realm, email), flow.next());
  }

  /**
   * Signs in somebody for whom the provider has just vouched, and who now gives a second factor.
   */
  public Checked<AccountSessions.Opened> finish(
      SecondStep.Vouched vouched, SecondFactorCheck.Given second, Visitor visitor) {
    realms.provider(vouched.realm()); // it may have been taken away
    UserStore.Login login = member(vouched.realm(), vouched.email(), null, visitor);
    return signIn.handle(login, SignInWay.SSO, second, visitor);
  }

  private boolean isFirst(RealmId realm, OidcFlow.Flow flow) {
    byte[] state = flow.state().reveal().getBytes(StandardCharsets.UTF_8);
    return jdbi.inTransaction(
        handle -> challenges.useChallenge(handle, realm, state, OidcFlow.LIFETIME));
  }

  /** Returns the member with this address, who may join just now. */
  private UserStore.Login member(
      RealmId realm, String email, @Nullable Identity identity, Visitor visitor) {
    UserStore.Login login = jdbi.withHandle(handle -> users.findByEmail(handle, kind, email));
    if (login == null) {
      login = realms.join(realm, email, identity, visitor.source());
    }
    if (login == null || !login.realm().equals(realm)) { // the same words for both
      throw new ProviderFailure(realms.refusal());
    }
    return login;
  }
}
