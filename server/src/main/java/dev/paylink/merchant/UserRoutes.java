package dev.paylink.merchant;

import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The calls about a user's own password and sessions, whatever the role. */
final class UserRoutes {
  private final MerchantCalls calls;
  private final MerchantSessions sessions;
  private final AccountSelfService self;
  private final ConfirmEmail confirmEmail;

  UserRoutes(
      MerchantCalls calls,
      MerchantSessions sessions,
      AccountSelfService self,
      ConfirmEmail confirmEmail) {
    this.calls = calls;
    this.sessions = sessions;
    this.self = self;
    this.confirmEmail = confirmEmail;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/merchant/email-confirmation",
            calls.changingUnproven(Role.viewer, Guard.NONE, this::sendConfirmation)),
        Route.post("/merchant/password", proven(this::changePassword)),
        Route.get("/merchant/sessions", calls.reading(this::listSessions)),
        Route.delete("/merchant/sessions", proven(this::endOtherSessions)),
        Route.delete("/merchant/sessions/:id", proven(this::endSession)));
  }

  private Handler proven(MerchantCalls.Call call) {
    return calls.changingUnproven(Role.viewer, Guard.PROOF, call);
  }

  private Answer sendConfirmation(Request request, SignedIn signedIn) {
    confirmEmail.sendAgain(signedIn);
    return Answer.noContent();
  }

  private Answer changePassword(Request request, SignedIn signedIn) {
    AccountForms.PasswordForm form = AccountForms.passwordChange(request.jsonFields());
    self.passwords().change(signedIn, form.currentPassword(), form.newPassword());
    return Answer.noContent();
  }

  private Answer listSessions(Request request, SignedIn signedIn) {
    List<BrowserSession> open = self.manageSessions().list(signedIn);
    return Answer.ok(Json.object().putObjects("data", open, UserRoutes::write).bytes());
  }

  private Answer endOtherSessions(Request request, SignedIn signedIn) {
    int ended = self.manageSessions().endOthers(signedIn);
    return Answer.ok(Json.object().put("ended", ended).bytes());
  }

  private Answer endSession(Request request, SignedIn signedIn) {
    String id = request.parameter("id");
    self.manageSessions().end(signedIn, id);
    Answer answer = Answer.noContent();
    return id.equals(signedIn.sessionId().toString())
        ? answer.with(Headers.SET_COOKIE, sessions.clearedCookie())
        : answer;
  }

  private static void write(Json json, BrowserSession session) {
    json.put("id", session.id().toString())
        .put("current", session.current())
        .put("createdAt", session.createdAt())
        .put("lastSeenAt", session.lastSeenAt())
        .put("source", session.source())
        .put("userAgent", session.userAgent());
  }
}
