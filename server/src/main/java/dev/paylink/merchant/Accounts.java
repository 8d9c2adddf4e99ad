package dev.paylink.merchant;

import dev.paylink.merchant.audit.AuditKeys;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.audit.ExportAudit;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.merchant.audit.SignHeads;
import dev.paylink.merchant.brand.BrandFiles;
import dev.paylink.merchant.brand.MerchantBrand;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.operator.DecideName;
import dev.paylink.merchant.passkey.OwnPasskeys;
import dev.paylink.merchant.passkey.PasskeyCheck;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Profile;
import dev.paylink.merchant.profile.RegisterMerchant;
import dev.paylink.merchant.profile.SubmitKyb;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.signin.OwnSessions;
import dev.paylink.merchant.signin.Passwords;
import dev.paylink.merchant.signin.Reauthenticate;
import dev.paylink.merchant.signin.RenewSecondFactors;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.merchant.signin.SecondFactorCheck;
import dev.paylink.merchant.signin.SecondFactorStore;
import dev.paylink.merchant.signin.SignIn;
import dev.paylink.merchant.signin.TwoFactor;
import dev.paylink.merchant.sso.ConfigureSso;
import dev.paylink.merchant.sso.SsoSignIn;
import dev.paylink.merchant.sso.SsoStore;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.merchant.team.Invitations;
import dev.paylink.merchant.team.JoinBySso;
import dev.paylink.merchant.team.RequireSecondFactor;
import dev.paylink.merchant.team.Team;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Reseal;
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
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The merchant part, put together: what its users do, once, for JSON calls and pages alike. */
public final class Accounts {
  private final AuditLog audit;
  private final MerchantSessions sessions;
  private final MerchantCalls calls;
  private final RegisterMerchant registerMerchant;
  private final SignIn signIn;
  private final Passwords passwords;
  private final Reauthenticate reauthenticate;
  private final ConfirmEmail confirmEmail;
  private final ResetPassword resetPassword;
  private final TwoFactor twoFactor;
  private final PasskeyCheck passkeyCheck;
  private final OwnPasskeys ownPasskeys;
  private final OwnSessions ownSessions;
  private final Profile profile;
  private final MerchantBrand brand;
  private final BrandFiles brandFiles;
  private final BaseUrl baseUrl;
  private final SubmitKyb submitKyb;
  private final Team team;
  private final RequireSecondFactor requireSecondFactor;
  private final Invitations invitations;
  private final ConfigureSso configureSso;
  private final SsoSignIn ssoSignIn;
  private final FreezeAccount freezeAccount;
  private final ReadAudit readAudit;
  private final AuditKeys auditKeys;
  private final SignHeads signHeads;
  private final ExportAudit exportAudit;
  private final ChangeVerification changeVerification;
  private final DecideName decideName;

  /**
   * What the use cases need from elsewhere; {@code fresh} is how long a proof of a person counts,
   * {@code providerHttp} reaches identity providers, which send people back to {@code
   * ssoRedirectUri}, {@code onChange} runs when authentication must look again, {@code
   * onRegistered} in the transaction that registers a merchant.
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
      String ssoRedirectUri,
      Runnable onChange,
      List<RegisterMerchant.OnRegistered> onRegistered) {}

  public Accounts(Dependencies dependencies) {
    Jdbi jdbi = dependencies.database.jdbi();
    this.baseUrl = dependencies.baseUrl;
    this.audit = dependencies.audit;
    new RenewSecondFactors(dependencies.database.workers(), dependencies.vault).handle();
    SecondFactorStore factors = new SecondFactorStore(dependencies.vault);
    this.passkeyCheck =
        new PasskeyCheck(
            jdbi,
            baseUrl,
            dependencies.vault,
            dependencies.failures,
            dependencies.limiter,
            audit,
            dependencies.clock);
    this.ownPasskeys =
        new OwnPasskeys(jdbi, baseUrl, dependencies.vault, audit, dependencies.clock);
    SecondFactorCheck factorCheck =
        new SecondFactorCheck(
            jdbi, factors, passkeyCheck, dependencies.failures, audit, dependencies.clock);
    this.sessions = new MerchantSessions(jdbi, baseUrl, dependencies.fresh);
    this.calls = new MerchantCalls(sessions, baseUrl);
    this.confirmEmail = new ConfirmEmail(jdbi, audit, dependencies.limiter);
    this.registerMerchant =
        new RegisterMerchant(
            jdbi, sessions, audit, dependencies.limiter, confirmEmail, dependencies.onRegistered);
    this.passwords = new Passwords(jdbi, audit, dependencies.failures);
    this.signIn = new SignIn(passwords, factorCheck, passkeyCheck, sessions, audit);
    this.reauthenticate = new Reauthenticate(passwords, factorCheck, passkeyCheck, sessions, audit);
    this.resetPassword =
        new ResetPassword(jdbi, factorCheck, audit, dependencies.limiter, confirmEmail);
    this.twoFactor = new TwoFactor(jdbi, factors, passwords, audit, baseUrl, dependencies.clock);
    this.ownSessions = new OwnSessions(jdbi, audit);
    this.profile = new Profile(jdbi, audit, dependencies.depositDelay, dependencies.onChange);
    this.brand = new MerchantBrand(jdbi, audit, dependencies.limiter);
    this.brandFiles = new BrandFiles(jdbi);
    this.submitKyb = new SubmitKyb(jdbi, audit, dependencies.onChange);
    this.team = new Team(jdbi, audit, dependencies.depositDelay);
    this.requireSecondFactor = new RequireSecondFactor(jdbi, audit);
    this.invitations = new Invitations(jdbi, sessions, audit, dependencies.limiter, confirmEmail);
    SsoStore ssoStore = new SsoStore(dependencies.vault);
    Reseal.all(dependencies.database.workers(), dependencies.vault, ssoStore);
    ProviderHttp http = dependencies.providerHttp;
    Providers providers = new Providers(http, dependencies.clock);
    this.configureSso =
        new ConfigureSso(
            jdbi, ssoStore, http, providers, sessions, audit, confirmEmail, dependencies.limiter);
    this.ssoSignIn =
        new SsoSignIn(
            jdbi,
            ssoStore,
            new OidcFlow(http, providers, dependencies.vault, "dashboard sso", dependencies.clock),
            signIn,
            new JoinBySso(jdbi, audit, confirmEmail),
            dependencies.limiter,
            dependencies.ssoRedirectUri);
    this.freezeAccount = new FreezeAccount(jdbi, audit, dependencies.onChange);
    this.readAudit = new ReadAudit(jdbi);
    this.auditKeys = new AuditKeys(dependencies.database.workers(), dependencies.vault);
    this.signHeads = new SignHeads(dependencies.database.workers(), auditKeys);
    this.exportAudit = new ExportAudit(jdbi, signHeads);
    this.changeVerification = new ChangeVerification(jdbi, audit, dependencies.onChange);
    this.decideName = new DecideName(jdbi, audit, dependencies.onChange);
  }

  public List<Route> routes(AddressWarnings warnings) {
    List<Route> routes = new ArrayList<>(new SignInRoutes(this).routes());
    routes.addAll(new ProfileRoutes(this, warnings).routes());
    routes.addAll(new BrandRoutes(calls, brand, baseUrl).routes());
    routes.addAll(brandFiles.routes());
    routes.addAll(new TeamRoutes(this).routes());
    routes.addAll(new SsoRoutes(this).routes());
    routes.addAll(new FreezeRoutes(this).routes());
    routes.addAll(new UserRoutes(this).routes());
    routes.addAll(new PasskeyRoutes(this).routes());
    routes.addAll(new AuditRoutes(calls, readAudit, exportAudit, auditKeys).routes());
    return routes;
  }

  /** Brings announced addresses and roles nearer, as if that time had passed: in a sandbox. */
  public void passTime(Handle handle, Duration passed) {
    new MerchantStore().passTime(handle, passed);
    new UserStore().passTime(handle, passed);
  }

  public MerchantSessions sessions() {
    return sessions;
  }

  public MerchantCalls calls() {
    return calls;
  }

  public RegisterMerchant registerMerchant() {
    return registerMerchant;
  }

  public SignIn signIn() {
    return signIn;
  }

  public Passwords passwords() {
    return passwords;
  }

  public Reauthenticate reauthenticate() {
    return reauthenticate;
  }

  public ConfirmEmail confirmEmail() {
    return confirmEmail;
  }

  public ResetPassword resetPassword() {
    return resetPassword;
  }

  public TwoFactor twoFactor() {
    return twoFactor;
  }

  public PasskeyCheck passkeyCheck() {
    return passkeyCheck;
  }

  public OwnPasskeys ownPasskeys() {
    return ownPasskeys;
  }

  public OwnSessions ownSessions() {
    return ownSessions;
  }

  public Profile profile() {
    return profile;
  }

  public MerchantBrand brand() {
    return brand;
  }

  public SubmitKyb submitKyb() {
    return submitKyb;
  }

  public Team team() {
    return team;
  }

  public RequireSecondFactor requireSecondFactor() {
    return requireSecondFactor;
  }

  public Invitations invitations() {
    return invitations;
  }

  public ConfigureSso configureSso() {
    return configureSso;
  }

  public SsoSignIn ssoSignIn() {
    return ssoSignIn;
  }

  public FreezeAccount freezeAccount() {
    return freezeAccount;
  }

  public AuditLog audit() {
    return audit;
  }

  public ReadAudit readAudit() {
    return readAudit;
  }

  public AuditKeys auditKeys() {
    return auditKeys;
  }

  public SignHeads signHeads() {
    return signHeads;
  }

  public ChangeVerification changeVerification() {
    return changeVerification;
  }

  public DecideName decideName() {
    return decideName;
  }
}
