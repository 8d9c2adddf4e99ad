package dev.paylink.operator;

import dev.paylink.account.FactorRule;
import dev.paylink.account.RealmKind;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.EntryRule;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.team.Team;
import dev.paylink.account.web.AccountRoutes;
import dev.paylink.account.web.TwoFactorRoutes;
import dev.paylink.ids.RealmId;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorError;
import dev.paylink.operator.account.OperatorLetters;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.OperatorSso;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.team.OperatorDecisions;
import dev.paylink.operator.team.OperatorTeamRules;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.ProviderHttp;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The operator part, put together: what operators do, once, for JSON calls and the desk alike.
 *
 * @param factorRequired whether every operator must have a second factor
 * @param self what operators do with their own accounts
 * @param sso the sign-in at an identity provider; null if none is configured
 */
public record Operators(
    AdminToken adminToken,
    OperatorLog log,
    OperatorSessions sessions,
    OperatorCalls calls,
    boolean factorRequired,
    AccountSelfService self,
    @Nullable OperatorSso sso,
    Approvals approvals,
    Invitations invitations,
    Team team,
    OperatorDecisions operatorDecisions,
    MerchantDecisions decisions,
    RecoverAccount recoverAccount,
    DismissMember dismissMember,
    FindMerchants find) {
  /** The page of the desk to which an identity provider sends operators back. */
  public static final String SSO_CALLBACK = "/admin/desk/sign-in/sso/callback";

  /**
   * How operators work on this instance.
   *
   * @param tokenEnabled whether the admin token opens anything
   * @param live whether every operator must have a second factor, and a decision that trusts a
   *     merchant must name what was seen
   * @param fourEyes what needs two operators
   * @param fresh how long a proof of a person counts for what matters
   * @param issuer the name that authenticators show
   * @param site where operators' browsers reach the desk; null where that is not known
   * @param sso how operators sign in at an identity provider; null if they do not
   * @param providerHttp reaches that provider
   */
  public record Options(
      Secret adminToken,
      boolean tokenEnabled,
      boolean live,
      Set<FourEyes> fourEyes,
      Duration fresh,
      String issuer,
      @Nullable BaseUrl site,
      @Nullable OperatorSsoOptions sso,
      ProviderHttp providerHttp) {}

  public static Operators of(
      Options options,
      Database database,
      Vault vault,
      Accounts accounts,
      Outbox outbox,
      FailureLimiter failures,
      RequestLimiter limiter,
      InstantSource clock) {
    Jdbi jdbi = database.jdbi();
    AdminToken adminToken = new AdminToken(options.adminToken, options.tokenEnabled, failures);
    OperatorLetters letters = new OperatorLetters(outbox, options.site);
    OperatorLog log = new OperatorLog(jdbi, letters);
    AccountSelfService self =
        AccountSelfService.of(
            RealmKind.INSTANCE,
            new AccountSelfService.Dependencies(
                jdbi, vault, log, failures, limiter, clock, options.site, options.issuer),
            new AccountSelfService.Rules(
                OperatorSessions.ofPeople(options.fresh),
                new FactorRule(options.live, Operators::factorIsRequired),
                new EntryRule() {}));
    OperatorSessions sessions =
        new OperatorSessions(jdbi, log, adminToken, self.sessions(), options.fresh);
    OperatorSso sso =
        options.sso == null
            ? null
            : new OperatorSso(
                jdbi,
                options.sso,
                SSO_CALLBACK,
                options.providerHttp,
                vault,
                self.signIn(),
                log,
                limiter,
                clock);
    Approvals approvals = new Approvals(jdbi, log, options.fourEyes);
    OperatorTeamRules rules = new OperatorTeamRules(log, approvals, outbox, limiter);
    Team team = new Team(jdbi, log, rules);
    if (!options.tokenEnabled && !team.hasChief(RealmId.INSTANCE)) {
      throw new IllegalStateException(
          "admin.token.enabled is false, but no operator is an admin, so nobody could sign in;"
              + " start with the admin token and invite one first");
    }
    Invitations invitations =
        new Invitations(jdbi, RealmKind.INSTANCE, self.sessions(), log, limiter, rules);
    FindMerchants find = new FindMerchants(jdbi);
    return new Operators(
        adminToken,
        log,
        sessions,
        new OperatorCalls(adminToken, sessions, limiter),
        options.live,
        self,
        sso,
        approvals,
        invitations,
        team,
        new OperatorDecisions(jdbi, approvals, rules, invitations, team, letters),
        new MerchantDecisions(
            find,
            approvals,
            accounts.review().changeVerification(),
            accounts.review().decideName(),
            accounts.teams().freezeAccount(),
            accounts.audit().log(),
            options.live),
        new RecoverAccount(jdbi, find, approvals, accounts),
        new DismissMember(jdbi, find, approvals, accounts.audit().log()),
        find);
  }

  private static Rejection factorIsRequired() {
    return new Rejection(OperatorError.TWO_FACTOR_REQUIRED, Message.of("operator.factorrequired"));
  }

  /**
   * Returns the calls of operators.
   *
   * @param joinUrl makes the link of an invitation's token, for the host of the request
   */
  public List<Route> routes(BiFunction<Request, String, String> joinUrl) {
    OperatorRoutes own = new OperatorRoutes(this, joinUrl);
    List<Route> routes = new ArrayList<>(own.routes());
    AccountRoutes.Guard people = call -> ofPerson(ActingOperator::requireAccount, call);
    AccountRoutes.Guard fresh = call -> ofPerson(ActingOperator::requireFresh, call);
    routes.addAll(
        new AccountRoutes(
                "/admin",
                self,
                own,
                new AccountRoutes.Guards(people, people, fresh, people, people))
            .routes());
    routes.addAll(
        new TwoFactorRoutes(
                "/admin", self, new TwoFactorRoutes.Guards(people, people, fresh, people))
            .routes());
    routes.addAll(new ApprovalRoutes(calls, approvals, joinUrl).routes());
    routes.addAll(new MerchantOperatorRoutes(calls, decisions, find).routes());
    routes.addAll(new RecoveryRoutes(calls, recoverAccount, dismissMember).routes());
    return routes;
  }

  /** Makes a call of operators with an account; the admin token has none. */
  private Handler ofPerson(Function<ActingOperator, AccountSession> who, AccountRoutes.Call call) {
    return calls.with(
        Permission.OWN, (request, operator) -> call.handle(request, who.apply(operator)));
  }
}
