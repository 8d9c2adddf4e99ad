package dev.paylink.dashboard.account;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.web.AccountForms;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way back for a lost password: ask for a link, then choose a new password behind it. The
 * answer to the request is the same for every address.
 */
public final class ResetPage {
  private final DashboardDoor door;
  private final ResetPassword resetPassword;
  private final ManagePasskeys passkeys;
  private final MerchantSessions sessions;

  public ResetPage(DashboardDoor door, Accounts accounts) {
    this.door = door;
    this.resetPassword = accounts.signUp().resetPassword();
    this.passkeys = accounts.self().passkeys();
    this.sessions = accounts.sessions();
  }

  /** {@code byLetter} is false where the operator makes the links. */
  public record ForgotView(Panel panel, Form form, boolean byLetter, boolean sent) {}

  /** {@code email} is null if the link does not work. */
  public record View(
      Panel panel, Form form, @Nullable String email, String path, boolean passkeys) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(
            DashboardPaths.FORGOT, request -> Answer.html(drawForgot(request, Form.EMPTY, false))),
        door.openForm(DashboardPaths.FORGOT, this::ask),
        door.openPage(DashboardPaths.RESET, this::show),
        door.openForm(DashboardPaths.RESET, this::reset));
  }

  private Answer ask(Request request) {
    Form form = Form.of(request, "email");
    return form.attempt(
        () -> {
          resetPassword.request(AccountForms.resetRequest(form.fields()), request.source());
          return Answer.html(drawForgot(request, form, true));
        },
        again -> drawForgot(request, again, false));
  }

  private Answer show(Request request) {
    String email = resetPassword.find(door.linkToken(request));
    byte[] page = draw(request, Form.EMPTY, email);
    return email == null ? Answer.htmlNotFound(page) : Answer.html(page);
  }

  private Answer reset(Request request) {
    Secret token = door.linkToken(request);
    String email = resetPassword.find(token);
    if (email == null) {
      return Answer.htmlNotFound(draw(request, Form.EMPTY, null));
    }
    Form form =
        Form.EMPTY
            .withSecret(request, "password")
            .withSecret(request, "code")
            .withSecret(request, "passkey");
    return form.attempt(
        () -> {
          ResetPassword.Done done =
              resetPassword.handle(
                  MerchantForms.reset(token, form.fields()), sessions.visitor(request));
          DashboardNotice notice =
              done.passkeys().isEmpty()
                  ? DashboardNotice.PASSWORD_RESET
                  : DashboardNotice.PASSWORD_RESET_PASSKEYS;
          return sessions.remembered(notice.on(DashboardPaths.SIGN_IN.to()), done.device());
        },
        again -> draw(request, again, email));
  }

  private byte[] drawForgot(Request request, Form form, boolean sent) {
    Panel panel = door.openPanel(request, sent ? "forgot.senttitle" : "forgot.title");
    return door.pages().draw("forgot", new ForgotView(panel, form, resetPassword.byLetter(), sent));
  }

  private byte[] draw(Request request, Form form, @Nullable String email) {
    Panel panel = door.openPanel(request, email == null ? "gone.title" : "reset.title");
    String path = DashboardPaths.RESET.to(door.linkToken(request).reveal());
    return door.pages().draw("reset", new View(panel, form, email, path, passkeys.arePossible()));
  }
}
