package dev.paylink.merchant;

import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The calls about a user's own password, second factor and sessions, whatever the role. */
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
        Route.delete("/merchant/sessions/:id", proven(this::endSession)),
        Route.get("/merchant/two-factor", calls.readingToSetUp(this::readTwoFactor)),
        Route.post("/merchant/two-factor", calls.settingUp(Guard.FACTORS, this::beginTwoFactor)),
        Route.post(
            "/merchant/two-factor/confirm", calls.settingUp(Guard.PROOF, this::confirmTwoFactor)),
        Route.post(
            "/merchant/two-factor/recovery-codes",
            calls.changingUnproven(Role.viewer, Guard.FACTORS, this::renewCodes)),
        Route.delete(
            "/merchant/two-factor",
            calls.changingUnproven(Role.viewer, Guard.FACTORS, this::endTwoFactor)));
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

  private Answer readTwoFactor(Request request, SignedIn signedIn) {
    TwoFactor.State state = self.twoFactor().read(signedIn);
    return Answer.ok(
        Json.object()
            .put("on", state.on())
            .put("recoveryCodesLeft", state.recoveryCodesLeft())
            .bytes());
  }

  private Answer beginTwoFactor(Request request, SignedIn signedIn) {
    prove(request, signedIn);
    TwoFactor.Begun begun = self.twoFactor().begin(signedIn);
    Json json =
        Json.object()
            .put("secret", begun.secret().reveal()) // shown this once
            .put("otpauthUrl", begun.otpauthUrl().reveal());
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer confirmTwoFactor(Request request, SignedIn signedIn) {
    return shown(self.twoFactor().confirm(signedIn, AccountForms.code(request.jsonFields())));
  }

  private Answer renewCodes(Request request, SignedIn signedIn) {
    prove(request, signedIn);
    return shown(self.twoFactor().renewCodes(signedIn));
  }

  /** Requires the proof in this call; a fresh session is not enough. */
  private void prove(Request request, SignedIn signedIn) {
    self.reauthenticate().require(signedIn, AccountForms.proof(request.jsonBody()));
  }

  private static Answer shown(List<Secret> codes) {
    Json json =
        Json.object().putTexts("recoveryCodes", codes.stream().map(Secret::reveal).toList());
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer endTwoFactor(Request request, SignedIn signedIn) {
    prove(request, signedIn);
    self.twoFactor().end(signedIn);
    return Answer.noContent();
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
