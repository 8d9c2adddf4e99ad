package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.oidc.ProviderHttp;
import dev.paylink.platform.oidc.Providers;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.InstantSource;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Signs operators in at the configured identity provider, which stands for their password: an own
 * second factor is still asked for, unless the configuration trusts the provider's. People without
 * an account get one only if the configuration gives them a role by a claim, and never as admin.
 */
public final class OperatorSso {
  private static final String WHOSE = "operators";
  private static final int TOKEN_BYTES = 32;
  private static final int MAX_NAME = 100;

  private final OperatorStore operators = new OperatorStore();
  private final OperatorStateStore states = new OperatorStateStore();
  private final Jdbi jdbi;
  private final OperatorSsoOptions options;
  private final OidcClient client;
  private final OidcFlow oidc;
  private final OperatorSignIn signIn;
  private final OperatorLog log;
  private final RequestLimiter limiter;

  /**
   * Prepares it.
   *
   * @param callbackPath the page of the desk to which the provider sends people back
   */
  public OperatorSso(
      Jdbi jdbi,
      OperatorSsoOptions options,
      String callbackPath,
      ProviderHttp http,
      Vault vault,
      OperatorSignIn signIn,
      OperatorLog log,
      RequestLimiter limiter,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.options = options;
    this.client = options.client(callbackPath);
    this.oidc = new OidcFlow(http, new Providers(http, clock), vault, "desk sso", clock);
    this.signIn = signIn;
    this.log = log;
    this.limiter = limiter;
  }

  /** The result of a sign-in, of whom, and the page to go on to. */
  public record Outcome(OperatorSignIn.Result result, String email, String next) {}

  /** Begins a sign-in; throws {@link ProviderFailure} when the provider does not answer. */
  public OidcFlow.Begun begin(String next, String source) {
    limiter.require(Limit.SSO_SIGN_INS, source);
    return oidc.begin(client, WHOSE, next, null, false);
  }

  /**
   * Signs in the person with whom the browser came back. Throws {@link ProviderFailure} when the
   * provider does not vouch for an operator.
   *
   * @param kept what the browser has kept since the beginning; null if nothing
   */
  public Outcome finish(@Nullable String kept, OidcFlow.Returned returned, Visitor visitor) {
    OidcFlow.Flow flow = oidc.match(kept, returned);
    if (!jdbi.inTransaction(handle -> states.use(handle, flow.state(), OidcFlow.LIFETIME))) {
      throw new ProviderFailure("this sign-in was used already");
    }
    Identity identity = oidc.finish(client, flow, returned, options.claims());
    String email = identity.email(options.domains());
    OperatorStore.Login login =
        jdbi.inTransaction(handle -> account(handle, email, identity, visitor.source()));
    boolean factorCounts = options.factorTrusted() && identity.saysSecondFactor();
    return new Outcome(signIn.handle(login, factorCounts, null, visitor), email, flow.next());
  }

  /** Signs in somebody for whom the provider has just vouched, and who now gives a code. */
  public OperatorSignIn.Result finish(String email, Secret code, Visitor visitor) {
    OperatorStore.Login login = jdbi.withHandle(handle -> operators.findByEmail(handle, email));
    return login == null
        ? new OperatorSignIn.Result.Wrong()
        : signIn.handle(login, false, code, visitor);
  }

  private OperatorStore.Login account(
      Handle handle, String email, Identity identity, String source) {
    OperatorStore.Login known = operators.findByEmail(handle, email);
    if (known != null) {
      return known;
    }
    OperatorRole role = options.role(identity);
    boolean full = operators.lockAll(handle).size() >= OperatorStore.MAX_OPERATORS;
    if (role == null || full) {
      throw new ProviderFailure("you are not an operator here; ask an admin to invite you");
    }
    String name = Objects.requireNonNullElse(identity.name(), email);
    OperatorStore.Login login =
        new OperatorStore.Login(
            OperatorId.next(),
            email,
            name.substring(0, Math.min(name.length(), MAX_NAME)),
            role,
            PasswordHash.ofGenerated(RandomToken.base64Url(TOKEN_BYTES)));
    if (!operators.insert(handle, login)) { // just now, in another browser
      throw new ProviderFailure("your account was just made; sign in again");
    }
    log.record(
        handle,
        new Actor(ActingOperator.nameOf(email), source),
        "operator.joined_by_sso",
        null,
        email + " as " + role);
    return login;
  }
}
