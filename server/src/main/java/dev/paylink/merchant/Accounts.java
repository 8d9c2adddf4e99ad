package dev.paylink.merchant;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.profile.ChangeProfile;
import dev.paylink.merchant.profile.ReadProfile;
import dev.paylink.merchant.profile.RegisterMerchant;
import dev.paylink.merchant.profile.SubmitKyb;
import dev.paylink.merchant.profile.UndoDepositAddress;
import dev.paylink.merchant.signin.BeginTwoFactor;
import dev.paylink.merchant.signin.ChangePassword;
import dev.paylink.merchant.signin.ConfirmTwoFactor;
import dev.paylink.merchant.signin.EndOtherSessions;
import dev.paylink.merchant.signin.EndSession;
import dev.paylink.merchant.signin.EndTwoFactor;
import dev.paylink.merchant.signin.ListSessions;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.signin.PasswordCheck;
import dev.paylink.merchant.signin.ReadTwoFactor;
import dev.paylink.merchant.signin.SameOrigin;
import dev.paylink.merchant.signin.SecondFactorCheck;
import dev.paylink.merchant.signin.SecondFactorStore;
import dev.paylink.merchant.signin.SignIn;
import dev.paylink.merchant.signin.SignOut;
import dev.paylink.merchant.team.AcceptInvitation;
import dev.paylink.merchant.team.ChangeRole;
import dev.paylink.merchant.team.InviteUser;
import dev.paylink.merchant.team.ReadTeam;
import dev.paylink.merchant.team.RemoveUser;
import dev.paylink.merchant.team.WithdrawInvitation;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.RequestLimiter;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** The merchant part, put together: every use case once, for JSON calls and pages alike. */
public final class Accounts {
  private final MerchantSessions sessions;
  private final SameOrigin sameOrigin;
  private final MerchantCalls calls;
  private final AuditLog audit;
  private final RegisterMerchant registerMerchant;
  private final SignIn signIn;
  private final SignOut signOut;
  private final ReadProfile readProfile;
  private final ChangeProfile changeProfile;
  private final UndoDepositAddress undoDepositAddress;
  private final SubmitKyb submitKyb;
  private final ChangeVerification changeVerification;
  private final ReadTeam readTeam;
  private final InviteUser inviteUser;
  private final WithdrawInvitation withdrawInvitation;
  private final AcceptInvitation acceptInvitation;
  private final ChangeRole changeRole;
  private final RemoveUser removeUser;
  private final ListSessions listSessions;
  private final EndSession endSession;
  private final EndOtherSessions endOtherSessions;
  private final ChangePassword changePassword;
  private final ReadTwoFactor readTwoFactor;
  private final BeginTwoFactor beginTwoFactor;
  private final ConfirmTwoFactor confirmTwoFactor;
  private final EndTwoFactor endTwoFactor;
  private final ReadAudit readAudit;

  /**
   * What the use cases need from elsewhere; {@code onChange} runs when authentication must look
   * again, {@code onRegistered} in the transaction that registers a merchant.
   */
  public record Dependencies(
      Jdbi jdbi,
      URI baseUrl,
      Vault vault,
      AuditLog audit,
      FailureLimiter failures,
      RequestLimiter limiter,
      Duration depositDelay,
      InstantSource clock,
      Runnable onChange,
      List<RegisterMerchant.OnRegistered> onRegistered) {}

  public Accounts(Dependencies dependencies) {
    Jdbi jdbi = dependencies.jdbi;
    URI baseUrl = dependencies.baseUrl;
    RequestLimiter limiter = dependencies.limiter;
    InstantSource clock = dependencies.clock;
    Runnable onChange = dependencies.onChange;
    this.audit = dependencies.audit;
    this.sessions = new MerchantSessions(jdbi, baseUrl);
    this.sameOrigin = new SameOrigin(baseUrl);
    this.calls = new MerchantCalls(sessions, sameOrigin);
    PasswordCheck passwords = new PasswordCheck(jdbi, dependencies.failures);
    SecondFactorStore factors = new SecondFactorStore(dependencies.vault);
    this.registerMerchant =
        new RegisterMerchant(jdbi, sessions, audit, limiter, dependencies.onRegistered);
    this.signIn =
        new SignIn(
            jdbi,
            passwords,
            new SecondFactorCheck(factors, dependencies.failures, audit, clock),
            sessions,
            audit);
    this.signOut = new SignOut(jdbi, audit);
    this.readProfile = new ReadProfile(jdbi);
    this.changeProfile = new ChangeProfile(jdbi, audit, dependencies.depositDelay, onChange);
    this.undoDepositAddress = new UndoDepositAddress(changeProfile);
    this.submitKyb = new SubmitKyb(jdbi, audit, onChange);
    this.changeVerification = new ChangeVerification(jdbi, audit, onChange);
    this.readTeam = new ReadTeam(jdbi);
    this.inviteUser = new InviteUser(jdbi, audit, limiter);
    this.withdrawInvitation = new WithdrawInvitation(jdbi, audit);
    this.acceptInvitation = new AcceptInvitation(jdbi, sessions, audit, limiter);
    this.changeRole = new ChangeRole(jdbi, audit);
    this.removeUser = new RemoveUser(jdbi, audit);
    this.listSessions = new ListSessions(jdbi);
    this.endSession = new EndSession(jdbi, audit);
    this.endOtherSessions = new EndOtherSessions(jdbi, audit);
    this.changePassword = new ChangePassword(jdbi, passwords, audit);
    this.readTwoFactor = new ReadTwoFactor(jdbi, factors);
    this.beginTwoFactor = new BeginTwoFactor(jdbi, factors, baseUrl);
    this.confirmTwoFactor = new ConfirmTwoFactor(jdbi, factors, audit, clock);
    this.endTwoFactor = new EndTwoFactor(jdbi, passwords, audit);
    this.readAudit = new ReadAudit(jdbi);
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>(new SignInRoutes(calls, sessions, this).routes());
    routes.addAll(new ProfileRoutes(calls, this).routes());
    routes.addAll(new TeamRoutes(calls, this).routes());
    routes.addAll(new UserRoutes(calls, sessions, this).routes());
    routes.addAll(new AuditRoutes(calls, readAudit).routes());
    return routes;
  }

  public MerchantSessions sessions() {
    return sessions;
  }

  public SameOrigin sameOrigin() {
    return sameOrigin;
  }

  public MerchantCalls calls() {
    return calls;
  }

  public AuditLog audit() {
    return audit;
  }

  public RegisterMerchant registerMerchant() {
    return registerMerchant;
  }

  public SignIn signIn() {
    return signIn;
  }

  public SignOut signOut() {
    return signOut;
  }

  public ReadProfile readProfile() {
    return readProfile;
  }

  public ChangeProfile changeProfile() {
    return changeProfile;
  }

  public UndoDepositAddress undoDepositAddress() {
    return undoDepositAddress;
  }

  public SubmitKyb submitKyb() {
    return submitKyb;
  }

  public ChangeVerification changeVerification() {
    return changeVerification;
  }

  public ReadTeam readTeam() {
    return readTeam;
  }

  public InviteUser inviteUser() {
    return inviteUser;
  }

  public WithdrawInvitation withdrawInvitation() {
    return withdrawInvitation;
  }

  public AcceptInvitation acceptInvitation() {
    return acceptInvitation;
  }

  public ChangeRole changeRole() {
    return changeRole;
  }

  public RemoveUser removeUser() {
    return removeUser;
  }

  public ListSessions listSessions() {
    return listSessions;
  }

  public EndSession endSession() {
    return endSession;
  }

  public EndOtherSessions endOtherSessions() {
    return endOtherSessions;
  }

  public ChangePassword changePassword() {
    return changePassword;
  }

  public ReadTwoFactor readTwoFactor() {
    return readTwoFactor;
  }

  public BeginTwoFactor beginTwoFactor() {
    return beginTwoFactor;
  }

  public ConfirmTwoFactor confirmTwoFactor() {
    return confirmTwoFactor;
  }

  public EndTwoFactor endTwoFactor() {
    return endTwoFactor;
  }

  public ReadAudit readAudit() {
    return readAudit;
  }
}
