package dev.paylink.merchant;

import dev.paylink.account.FactorRule;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SecondFactorStore;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.team.Team;
import dev.paylink.account.web.AccountRoutes;
import dev.paylink.account.web.TwoFactorRoutes;
import dev.paylink.merchant.audit.AuditKeys;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.audit.ExportAudit;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.merchant.audit.SignHeads;
import dev.paylink.merchant.brand.BrandFiles;
import dev.paylink.merchant.brand.MerchantBrand;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.operator.DecideName;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Profile;
import dev.paylink.merchant.profile.SubmitKyb;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantEntryRule;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.signin.RegisterMerchant;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.merchant.sso.ConfigureSso;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.sso.ProveDomains;
import dev.paylink.merchant.sso.SsoStore;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.merchant.team.JoinBySso;
import dev.paylink.merchant.team.MerchantTeamRules;
import dev.paylink.merchant.team.RequireSecondFactor;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Reseal;
import dev.paylink.platform.dns.TxtLookup;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderHttp;
import dev.paylink.platform.oidc.Providers;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The merchant part, put together: what its users do, once, for JSON calls and pages alike. Each
 * group of calls and pages gets the use cases that it needs.
 */
public record Accounts(
    AccountSelfService self,
    MerchantSessions sessions,
    MerchantCalls calls,
    SignUp signUp,
    Company company,
    Teams teams,
    Sso sso,
    Audit audit,
    Review review,
    BaseUrl baseUrl,
    List<Route> files) {
  /**
   * What the use cases need from elsewhere; {@code fresh} is how long a proof of a person counts,
   * {@code providerHttp} reaches identity providers, which send people back to the {@code
   * ssoRedirectUri} of their own path, {@code txtLookup} asks for the records that prove domains,
   * {@code onChange} runs when authentication must look again, {@code onRegistered} in the
   * transaction that registers a merchant.
   */
  public record Dependencies(
      Database database,
      BaseUrl baseUrl,
      Vault vault,
      AuditLog audit,
      FailureLimiter failures,
      RequestLimiter limiter,
      Duration depositDelay,
      Duration fresh,
      InstantSource clock,
      ProviderHttp providerHttp,
      UnaryOperator<String> ssoRedirectUri,
      TxtLookup txtLookup,
      Runnable onChange,
      List<RegisterMerchant.OnRegistered> onRegistered) {}

  /** How people get an account, and back into one. */
  public record SignUp(
      RegisterMerchant registerMerchant, ConfirmEmail confirmEmail, ResetPassword resetPassword) {}

  /** What the merchant says about itself. */
  public record Company(Profile profile, MerchantBrand brand, SubmitKyb submitKyb) {}

  /** Who belongs to the merchant, and what stops everybody. */
  public record Teams(
      Team team,
      Invitations invitations,
      RequireSecondFactor requireSecondFactor,
      FreezeAccount freezeAccount,
      UnaryOperator<String> invitationUrl) {}

  /** The identity provider of a team. */
  public record Sso(ConfigureSso configure, ProveDomains proveDomains, MerchantSso signIn) {}

  /** The audit log: writing, reading, and the signatures over it. */
  public record Audit(
      AuditLog log, ReadAudit read, ExportAudit export, AuditKeys keys, SignHeads signHeads) {}

  /** What operators decide about a merchant. */
  public record Review(ChangeVerification changeVerification, DecideName decideName) {}

  public static Accounts of(Dependencies dependencies) {
    Database database = dependencies.database;
    Jdbi jdbi = database.jdbi();
    AuditLog log = dependencies.audit;
    RequestLimiter limiter = dependencies.limiter;
    Runnable onChange = dependencies.onChange;
    Reseal.all(database.workers(), dependencies.vault, new SecondFactorStore(dependencies.vault));
    AccountSelfService self = selfService(dependencies);
    MerchantSessions sessions = new MerchantSessions(self.sessions(), dependencies.baseUrl);
    ConfirmEmail confirmEmail = new ConfirmEmail(jdbi, self.factors(), log, limiter);
    MerchantTeamRules rules =
        new MerchantTeamRules(
            log.announcements(), confirmEmail, limiter, dependencies.depositDelay);
    Invitations invitations =
        new Invitations(jdbi, RealmKind.MERCHANT, self.sessions(), log, limiter, rules);
    AuditKeys keys = new AuditKeys(database.workers(), dependencies.vault);
    SignHeads signHeads = new SignHeads(database.workers(), keys);
    MerchantCalls calls =
        new MerchantCalls(sessions, dependencies.baseUrl, jdbi, confirmEmail, limiter);
    return new Accounts(
        self,
        sessions,
        calls,
        new SignUp(
            new RegisterMerchant(
                jdbi, self.sessions(), log, limiter, confirmEmail, dependencies.onRegistered),
            confirmEmail,
            new ResetPassword(jdbi, self, log, limiter, confirmEmail, dependencies.depositDelay)),
        new Company(
            new Profile(jdbi, log, dependencies.depositDelay, onChange),
            new MerchantBrand(jdbi, log, limiter),
            new SubmitKyb(jdbi, log, limiter, onChange)),
        new Teams(
            new Team(jdbi, log, rules),
            invitations,
            new RequireSecondFactor(jdbi, log),
            new FreezeAccount(jdbi, log, dependencies.depositDelay, onChange),
            token -> log.announcements().invitationUrl(new Secret(token)).reveal()),
        sso(dependencies, self, confirmEmail, invitations),
        new Audit(log, new ReadAudit(jdbi), new ExportAudit(jdbi, signHeads), keys, signHeads),
        new Review(
            new ChangeVerification(jdbi, log, onChange), new DecideName(jdbi, log, onChange)),
        dependencies.baseUrl,
        new BrandFiles(jdbi, calls::isOf).routes());
  }

  private static AccountSelfService selfService(Dependencies dependencies) {
    return AccountSelfService.of(
        RealmKind.MERCHANT,
        new AccountSelfService.Dependencies(
            dependencies.database.jdbi(),
            dependencies.vault,
            dependencies.audit,
            dependencies.failures,
            dependencies.limiter,
            dependencies.clock,
            dependencies.baseUrl,
            dependencies.baseUrl.host()),
        new AccountSelfService.Rules(
            new AccountSessions.Options("", MerchantSessions.LIFETIME, dependencies.fresh),
            new FactorRule(false, RequireSecondFactor::lastOne),
            new MerchantEntryRule(dependencies.audit.announcements(), dependencies.limiter)));
  }

  private static Sso sso(
      Dependencies dependencies,
      AccountSelfService self,
      ConfirmEmail confirmEmail,
      Invitations invitations) {
    Jdbi jdbi = dependencies.database.jdbi();
    SsoStore store = new SsoStore(dependencies.vault);
    Reseal.all(dependencies.database.workers(), dependencies.vault, store);
    ProviderHttp http = dependencies.providerHttp;
    Providers providers = new Providers(http, dependencies.clock);
    return new Sso(
        new ConfigureSso(
            jdbi,
            store,
            http,
            providers,
            self.sessions(),
            dependencies.audit,
            confirmEmail,
            dependencies.limiter),
        new ProveDomains(jdbi, dependencies.txtLookup, dependencies.audit, dependencies.limiter),
        new MerchantSso(
            jdbi,
            store,
            new OidcFlow(http, providers, dependencies.vault, "dashboard sso", dependencies.clock),
            self.signIn(),
            new JoinBySso(jdbi, invitations, dependencies.audit, confirmEmail),
            dependencies.limiter,
            dependencies.ssoRedirectUri));
  }

  public List<Route> routes(AddressWarnings warnings) {
    SignInRoutes signIn = new SignInRoutes(this);
    List<Route> routes = new ArrayList<>(signIn.routes());
    routes.addAll(new AccountRoutes("/merchant", self, signIn, guards()).routes());
    routes.addAll(new TwoFactorRoutes("/merchant", self, factorGuards()).routes());
    routes.addAll(new ProfileRoutes(calls, company, signUp.confirmEmail, warnings).routes());
    routes.addAll(new BrandRoutes(calls, company.brand, baseUrl).routes());
    routes.addAll(files);
    routes.addAll(new TeamRoutes(calls, teams, self.reauthenticate()).routes());
    routes.addAll(new SsoRoutes(calls, sso, self.reauthenticate()).routes());
    routes.addAll(new FreezeRoutes(calls, teams.freezeAccount).routes());
    routes.addAll(new UserRoutes(calls, sessions, self, signUp.confirmEmail).routes());
    routes.addAll(new AuditRoutes(calls, audit).routes());
    return routes;
  }

  private AccountRoutes.Guards guards() {
    return new AccountRoutes.Guards(
        call -> calls.settingUp(Guard.NONE, call::handle),
        call -> calls.readingToSetUp(call::handle),
        call -> calls.settingUp(Guard.PROOF, call::handle),
        call -> calls.changingUnproven(Role.viewer, Guard.NONE, call::handle),
        call -> calls.changingUnproven(Role.viewer, Guard.FACTORS, call::handle));
  }

  private TwoFactorRoutes.Guards factorGuards() {
    return new TwoFactorRoutes.Guards(
        call -> calls.readingToSetUp(call::handle),
        call -> calls.settingUp(Guard.FACTORS, call::handle),
        call -> calls.settingUp(Guard.PROOF, call::handle),
        call -> calls.changingUnproven(Role.viewer, Guard.FACTORS, call::handle));
  }

  /** Brings announced addresses and roles nearer, as if that time had passed: in a sandbox. */
  public void passTime(Handle handle, Duration passed) {
    new MerchantStore().passTime(handle, passed);
    new UserStore().passTime(handle, passed);
  }
}
