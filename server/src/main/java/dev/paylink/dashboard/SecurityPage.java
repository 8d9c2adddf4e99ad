package dev.paylink.dashboard;

import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.signin.BrowserSession;
import dev.paylink.merchant.signin.ReadTwoFactor;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person's own password, second factor and signed-in browsers, whatever their role. */
final class SecurityPage {
  private static final String PATH = Section.SECURITY.path();

  private final DashboardDoor door;
  private final Accounts accounts;

  SecurityPage(DashboardDoor door, Accounts accounts) {
    this.door = door;
    this.accounts = accounts;
  }

  /** {@code off} is the form that switches the second factor off. */
  record View(
      Panel panel,
      @Nullable String news,
      Form password,
      Form off,
      ReadTwoFactor.State twoFactor,
      List<BrowserSession> sessions) {

    String browser(BrowserSession session) {
      return BrowserName.of(session.userAgent());
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(PATH, visit -> Answer.html(draw(visit, visit.news(), Form.EMPTY, Form.EMPTY))),
        door.form(Role.viewer, PATH + "/password", this::changePassword),
        door.form(Role.viewer, PATH + "/two-factor/off", this::endTwoFactor),
        door.form(Role.viewer, PATH + "/sessions/end-others", this::endOthers),
        door.form(Role.viewer, PATH + "/sessions/:id/end", this::endSession));
  }

  private Answer changePassword(Visit visit) {
    Form form =
        Form.EMPTY
            .withSecret(visit.request(), "currentPassword")
            .withSecret(visit.request(), "newPassword");
    return form.attempt(
        () -> {
          MerchantForms.PasswordForm change = MerchantForms.passwordChange(form.json());
          accounts
              .changePassword()
              .handle(visit.signedIn(), change.currentPassword(), change.newPassword());
          return Done.PASSWORD.on(Section.SECURITY);
        },
        again -> draw(visit, null, again, Form.EMPTY));
  }

  private Answer endTwoFactor(Visit visit) {
    Form form = Form.EMPTY.withSecret(visit.request(), "password");
    return form.attempt(
        () -> {
          accounts.endTwoFactor().handle(visit.signedIn(), MerchantForms.password(form.json()));
          return Done.TWO_FACTOR_OFF.on(Section.SECURITY);
        },
        again -> draw(visit, null, Form.EMPTY, again));
  }

  private Answer endSession(Visit visit) {
    accounts.endSession().handle(visit.signedIn(), visit.request().parameter("id"));
    return Done.SESSION_ENDED.on(Section.SECURITY);
  }

  private Answer endOthers(Visit visit) {
    accounts.endOtherSessions().handle(visit.signedIn());
    return Done.OTHERS_ENDED.on(Section.SECURITY);
  }

  private byte[] draw(Visit visit, @Nullable String news, Form password, Form off) {
    return visit.draw(
        "security",
        new View(
            visit.panel(Section.SECURITY),
            news,
            password,
            off,
            accounts.readTwoFactor().handle(visit.signedIn()),
            accounts.listSessions().handle(visit.signedIn())));
  }
}
