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
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Signs people in at the identity provider of their realm.
 *
 * <ul>
 *   <li>A provider vouches for the members of its own realm only. A person is known by issuer and
 *       subject; the first time, by an e-mail address that the provider has verified, in one of the
 *       realm's domains.
 *   <li>It stands for the password. The user's own second factor is still asked for, unless the
 *       provider's counts.
 *   <li>An answer is accepted once, and only in the browser that began the sign-in.
 * </ul>
 */
public final class SsoSignIn {
  private static final SecondFactorCheck.Given NO_CODE = new SecondFactorCheck.Given(null, null);

  private final PasskeyStore challenges = new PasskeyStore();
  private final UserStore users = new UserStore();
  private final SsoIdentityStore identities = new SsoIdentityStore();
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
    UserStore.Login login = member(realm, provider, identity, visitor);
    boolean factorCounts =
        provider.factorCounts().test(login.role()) && identity.saysSecondFactor();
    Checked<AccountSessions.Opened> result =
        signIn.handle(
            login,
            factorCounts ? SignInWay.SSO_WITH_FACTOR : SignInWay.SSO,
            identity.authenticatedAt(),
            NO_CODE,
            visitor);
    return new Finished(result, new SecondStep.Vouched(realm, login.email()), flow.next());
  }

  /**
   * Signs in somebody for whom the provider has just vouched, and who now gives a second factor.
   */
  public Checked<AccountSessions.Opened> finish(
      SecondStep.Vouched vouched, SecondFactorCheck.Given second, Visitor visitor) {
    realms.provider(vouched.realm()); // it may have been taken away
    UserStore.Login login =
        ofRealm(vouched.realm(), jdbi.withHandle(handle -> find(handle, vouched.email())));
    return signIn.handle(login, SignInWay.SSO, null, second, visitor);
  }

  private boolean isFirst(RealmId realm, OidcFlow.Flow flow) {
    byte[] state = flow.state().reveal().getBytes(StandardCharsets.UTF_8);
    return jdbi.inTransaction(
        handle -> challenges.useChallenge(handle, realm, state, OidcFlow.LIFETIME));
  }

  /**
   * Returns the member whom the provider knows as this person. The first time it is the one with
   * the person's address, who may join just now.
   */
  private UserStore.Login member(
      RealmId realm, SsoRealms.Provider provider, Identity identity, Visitor visitor) {
    SsoIdentityStore.SsoIdentity person =
        new SsoIdentityStore.SsoIdentity(provider.client().issuer(), identity.subject());
    UserStore.Login known = jdbi.withHandle(handle -> identities.find(handle, realm, person));
    if (known != null) {
      return known;
    }
    String email = identity.email(provider.domains());
    UserStore.Login found = jdbi.withHandle(handle -> find(handle, email));
    UserStore.Login login =
        ofRealm(
            realm, found == null ? realms.join(realm, email, identity, visitor.source()) : found);
    boolean linked =
        jdbi.inTransaction(
            handle -> users.lock(handle, login) && identities.link(handle, login, person));
    if (!linked) { // an address that somebody else had before
      throw new ProviderFailure("the identity provider knows this account as another person");
    }
    return login;
  }

  private UserStore.@Nullable Login find(Handle handle, String email) {
    return users.findByEmail(handle, kind, email);
  }

  /** Refuses nobody and the people of other realms, with the same words. */
  private UserStore.Login ofRealm(RealmId realm, UserStore.@Nullable Login login) {
    if (login == null || !login.realm().equals(realm)) {
      throw new ProviderFailure(realms.refusal());
    }
    return login;
  }
}
