package dev.paylink.dashboard.account;

import dev.paylink.account.passkey.Passkey;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.account.web.AccountForms;
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
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's own password, second factor, passkeys and signed-in browsers, for every role. */
public final class SecurityPage {
  private final DashboardDoor door;
  private final AccountSelfService self;

  public SecurityPage(DashboardDoor door, AccountSelfService self) {
    this.door = door;
    this.self = self;
  }

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
    return List.of(
        door.page(
            DashboardPaths.SECURITY,
            visit -> Answer.html(draw(visit, visit.news(), Form.EMPTY, Form.EMPTY))),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.PASSWORD, this::changePassword),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.TWO_FACTOR_OFF, this::endTwoFactor),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.SESSIONS_END_OTHERS, this::endOthers),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.SESSION_END, this::endSession));
  }

  private Answer changePassword(MerchantVisit visit) {
    Form form =
        Form.EMPTY
            .withSecret(visit.request(), "currentPassword")
            .withSecret(visit.request(), "newPassword");
    return form.attempt(
        () -> {
          AccountForms.PasswordForm change = AccountForms.passwordChange(form.fields());
          self.passwords().change(visit.signedIn(), change.currentPassword(), change.newPassword());
          return DashboardNotice.PASSWORD.on(DashboardSection.SECURITY);
        },
        again -> draw(visit, null, again, Form.EMPTY));
  }

  private Answer endTwoFactor(MerchantVisit visit) {
    Form form = Form.EMPTY.withSecret(visit.request(), "password");
    return form.attempt(
        () -> {
          self.twoFactor().end(visit.signedIn(), AccountForms.password(form.fields()));
          return DashboardNotice.TWO_FACTOR_OFF.on(DashboardSection.SECURITY);
        },
        again -> draw(visit, null, Form.EMPTY, again));
  }

  private Answer endSession(MerchantVisit visit) {
    self.manageSessions().end(visit.signedIn(), visit.request().parameter("id"));
    return DashboardNotice.SESSION_ENDED.on(DashboardSection.SECURITY);
  }

  private Answer endOthers(MerchantVisit visit) {
    self.manageSessions().endOthers(visit.signedIn());
    return DashboardNotice.OTHERS_ENDED.on(DashboardSection.SECURITY);
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, Form password, Form off) {
    return visit.draw(
        "security",
        new View(
            visit.panel(DashboardSection.SECURITY),
            news,
            password,
            off,
            self.twoFactor().read(visit.signedIn()),
            self.passkeys().arePossible() ? self.passkeys().list(visit.signedIn()) : null,
            self.manageSessions().list(visit.signedIn())));
  }
}
