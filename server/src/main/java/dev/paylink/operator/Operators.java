package dev.paylink.operator;

import dev.paylink.mail.Outbox;
import dev.paylink.merchant.Accounts;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.OperatorSignIn;
import dev.paylink.operator.account.OperatorSso;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.operator.account.OperatorTwoFactor;
import dev.paylink.operator.account.RenewOperatorFactors;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.team.ManageOperators;
import dev.paylink.operator.team.OperatorInvitations;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.oidc.ProviderHttp;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The operator part, put together: what operators do, once, for JSON calls and the desk alike. */
public final class Operators {
  /** The page of the desk to which an identity provider sends operators back. */
  public static final String SSO_CALLBACK = "/admin/desk/sign-in/sso/callback";

  private final Jdbi jdbi;
  private final Accounts accounts;
  private final AdminToken adminToken;
  private final OperatorLog log;
  private final OperatorSessions sessions;
  private final OperatorCalls calls;
  private final OperatorTwoFactor twoFactor;
  private final OperatorSignIn signIn;
  private final @Nullable OperatorSso sso;
  private final Approvals approvals;
  private final OperatorInvitations invitations;
  private final ManageOperators manage;
  private final MerchantDecisions decisions;

  /**
   * How operators work on this instance.
   *
   * @param tokenEnabled whether the admin token opens anything
   * @param factorRequired whether every operator must have a second factor
   * @param fourEyes what needs two operators
   * @param issuer the name that authenticators show
   * @param sso how operators sign in at an identity provider; null if they do not
   * @param providerHttp reaches that provider
   */
  public record Options(
      Secret adminToken,
      boolean tokenEnabled,
      boolean factorRequired,
      Set<FourEyes> fourEyes,
      String issuer,
      @Nullable OperatorSsoOptions sso,
      ProviderHttp providerHttp) {}

  public Operators(
      Options options,
      Database database,
      Vault vault,
      Accounts accounts,
      Outbox outbox,
      FailureLimiter failures,
      RequestLimiter limiter,
      InstantSource clock) {
    this.jdbi = database.jdbi();
    this.accounts = accounts;
    new RenewOperatorFactors(database.workers(), vault).handle();
    this.adminToken = new AdminToken(options.adminToken, options.tokenEnabled, failures);
    this.log = new OperatorLog(jdbi);
    this.sessions = new OperatorSessions(jdbi, log, adminToken, options.factorRequired);
    this.calls = new OperatorCalls(adminToken, sessions);
    this.twoFactor =
        new OperatorTwoFactor(jdbi, vault, log, options.factorRequired, options.issuer, clock);
    this.signIn = new OperatorSignIn(jdbi, sessions, twoFactor, log, failures);
    this.sso =
        options.sso == null
            ? null
            : new OperatorSso(
                jdbi,
                options.sso,
                SSO_CALLBACK,
                options.providerHttp,
                vault,
                signIn,
                log,
                limiter,
                clock);
    this.approvals = new Approvals(jdbi, log, options.fourEyes);
    this.invitations = new OperatorInvitations(jdbi, sessions, log, outbox, limiter);
    this.manage = new ManageOperators(jdbi, log, approvals);
    this.decisions =
        new MerchantDecisions(
            jdbi,
            approvals,
            accounts.changeVerification(),
            accounts.freezeAccount(),
            accounts.audit());
    if (!options.tokenEnabled && !manage.hasAdmin()) {
      throw new IllegalStateException(
          "admin.token.enabled is false, but no operator is an admin, so nobody could sign in;"
              + " start with the admin token and invite one first");
    }
  }

  /**
   * Returns the calls of operators.
   *
   * @param joinUrl makes the link of an invitation's token, for the host of the request
   */
  public List<Route> routes(BiFunction<Request, String, String> joinUrl) {
    List<Route> routes = new ArrayList<>(new OperatorRoutes(this, joinUrl).routes());
    routes.addAll(new ApprovalRoutes(calls, approvals).routes());
    routes.addAll(
        new MerchantOperatorRoutes(jdbi, calls, decisions, accounts.decideName()).routes());
    return routes;
  }

  public AdminToken adminToken() {
    return adminToken;
  }

  public OperatorLog log() {
    return log;
  }

  public OperatorSessions sessions() {
    return sessions;
  }

  public OperatorCalls calls() {
    return calls;
  }

  public OperatorTwoFactor twoFactor() {
    return twoFactor;
  }

  public OperatorSignIn signIn() {
    return signIn;
  }

  /** Returns the sign-in at an identity provider; null if none is configured. */
  public @Nullable OperatorSso sso() {
    return sso;
  }

  public Approvals approvals() {
    return approvals;
  }

  public OperatorInvitations invitations() {
    return invitations;
  }

  public ManageOperators manage() {
    return manage;
  }

  public MerchantDecisions decisions() {
    return decisions;
  }
}
