package dev.paylink.operator.account;

import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.sso.SsoRealms;
import dev.paylink.account.sso.SsoSignIn;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.PasswordHash;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.oidc.ProviderHttp;
import dev.paylink.platform.oidc.Providers;
import dev.paylink.ratelimit.RequestLimiter;
import java.security.Provider;
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
public final class OperatorSso implements SsoRealms {
  private static final int TOKEN_BYTES = 32;
  private static final int MAX_NAME = 100;

  private final UserStore users = new UserStore();
  private final Jdbi jdbi;
  private final OperatorSsoOptions options;
  private final OidcClient client;
  private final SsoSignIn signIn;
  private final OperatorLog log;

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
      SignIn signIn,
      OperatorLog log,
      RequestLimiter limiter,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.options = options;
    this.client = options.client(callbackPath);
    this.log = log;
    OidcFlow oidc = new OidcFlow(http, new Providers(http, clock), vault, "desk sso", clock);
    this.signIn = new SsoSignIn(jdbi, RealmKind.INSTANCE, this, oidc, signIn, limiter);
  }

  /** Returns the sign-in of people with whom a browser comes back from the provider. */
  public SsoSignIn signIn() {
    return signIn;
  }

  /** Begins a sign-in; throws {@link ProviderFailure} when the provider does not answer. */
  public OidcFlow.Begun begin(String next, String source) {
    signIn.requireBudget(source);
    return signIn.begin(RealmId.INSTANCE, next, null, false);
  }

  @Override
  public Provider provider(RealmId realm) {
    return new Provider(
        client, options.domains(), options.roleClaim(), role -> options.factorTrusted());
  }

  @Override
  public UserStore.@Nullable Login join(
      RealmId realm, String email, Identity identity, String source) {
    return jdbi.inTransaction(handle -> join(handle, email, identity, source));
  }

  private UserStore.@Nullable Login join(
      Handle handle, String email, Identity identity, String source) {
    OperatorRole role = options.role(identity);
    boolean full = users.lockAll(handle, RealmId.INSTANCE).size() >= OperatorRole.MOST_OPERATORS;
    if (role == null || full) {
      return null;
    }
    String name = Objects.requireNonNullElse(identity.name(), email);
    UserStore.Login login =
        new UserStore.Login(
            RealmId.INSTANCE,
            UserId.next(),
            email,
            name.substring(0, Math.min(name.length(), MAX_NAME)),
            role.name(),
            PasswordHash.ofGenerated(RandomToken.base64Url(TOKEN_BYTES)));
    if (!users.insert(handle, login)) { // just now, in another browser
      throw new ProviderFailure("your account was just made; sign in again");
    }
    log.record(
        handle,
        RealmKind.INSTANCE.actor(email, source),
        "operator.joined_by_sso",
        null,
        email + " as " + role);
    return login;
  }

  @Override
  public String refusal() {
    return "you are not an operator here; ask an admin to invite you";
  }
}
