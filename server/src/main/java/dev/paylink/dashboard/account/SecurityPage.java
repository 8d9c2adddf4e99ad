package dev.paylink.dashboard.account;

import dev.paylink.account.Member;
import dev.paylink.account.passkey.Passkey;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.account.web.SecurityForms;
import dev.paylink.checkout.QrCode;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A user's own password, second factor, passkeys and signed-in browsers, for every role. */
public record SecurityPage(DashboardDoor door, AccountSelfService self)
    implements SecurityForms.Frame<MerchantVisit> {
  /**
   * {@code off} is the form that switches the second factor off; {@code passkeys} is null where
   * browsers allow none.
   */
  public record View(
      Panel panel,
      @Nullable String news,
      Form password,
      Form off,
      TwoFactor.State twoFactor,
      @Nullable List<Passkey> passkeys,
      List<BrowserSession> sessions) {

    public String browser(BrowserSession session) {
      return BrowserName.of(panel.words(), session.userAgent());
    }
  }

  public List<Route> routes() {
    List<Route> routes =
        new ArrayList<>(
            new SecurityForms<>(this, self, QrCode::svg)
                .routes(
                    new SecurityForms.Paths(
                        DashboardPaths.PASSWORD,
                        DashboardPaths.TWO_FACTOR,
                        DashboardPaths.TWO_FACTOR_CONFIRM,
                        DashboardPaths.TWO_FACTOR_OFF,
                        DashboardPaths.RECOVERY_CODES,
                        DashboardPaths.PASSKEY_NEW,
                        DashboardPaths.PASSKEYS,
                        DashboardPaths.PASSKEY_NAME,
                        DashboardPaths.PASSKEY_REMOVE)));
    routes.add(
        door.page(
            DashboardPaths.SECURITY, visit -> Answer.html(draw(visit, SecurityForms.Forms.EMPTY))));
    routes.add(
        form(DashboardPaths.SESSIONS_END_OTHERS, SecurityForms.Proof.RECENT, this::endOthers));
    routes.add(form(DashboardPaths.SESSION_END, SecurityForms.Proof.RECENT, this::endSession));
    return routes;
  }

  private Answer endSession(MerchantVisit visit) {
    self.manageSessions().end(visit.signedIn(), visit.request().parameter("id"));
    return DashboardNotice.SESSION_ENDED.on(DashboardSection.SECURITY);
  }

  private Answer endOthers(MerchantVisit visit) {
    self.manageSessions().endOthers(visit.signedIn());
    return DashboardNotice.OTHERS_ENDED.on(DashboardSection.SECURITY);
  }

  @Override
  public Route form(
      PagePath path, SecurityForms.Proof proof, Function<MerchantVisit, Answer> room) {
    Guard guard =
        switch (proof) {
          case NONE -> Guard.NONE;
          case RECENT -> Guard.PROOF;
          case NOW -> Guard.FACTORS;
        };
    return door.unprovenForm(Role.viewer, guard, path, room);
  }

  @Override
  public Member member(MerchantVisit visit) {
    return visit.signedIn();
  }

  @Override
  public Member fresh(MerchantVisit visit) {
    return visit.signedIn(); // the door has asked for the proof
  }

  @Override
  public Panel panel(MerchantVisit visit, String titleKey) {
    return visit.panel(DashboardSection.SECURITY, visit.words().get(titleKey));
  }

  @Override
  public Answer done(SecurityForms.Done done) {
    return DashboardNotice.valueOf(done.name()).on(DashboardSection.SECURITY);
  }

  @Override
  public byte[] draw(MerchantVisit visit, SecurityForms.Forms forms) {
    return visit.draw(
        "security",
        new View(
            visit.panel(DashboardSection.SECURITY),
            visit.news(),
            forms.password(),
            forms.off(),
            self.twoFactor().read(visit.signedIn()),
            self.passkeys().arePossible() ? self.passkeys().list(visit.signedIn()) : null,
            self.manageSessions().list(visit.signedIn())));
  }
}
