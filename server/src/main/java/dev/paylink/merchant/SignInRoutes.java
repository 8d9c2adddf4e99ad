package dev.paylink.merchant;

import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.web.AccountForms;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;

/** The calls by which a user registers, joins a team, signs in and signs out. */
final class SignInRoutes {
  private final MerchantCalls calls;
  private final MerchantSessions sessions;
  private final Accounts accounts;

  SignInRoutes(Accounts accounts) {
    this.calls = accounts.calls();
    this.sessions = accounts.sessions();
    this.accounts = accounts;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/merchant/register", calls.atTheDoor(this::register)),
        Route.post("/merchant/invitations/accept", calls.atTheDoor(this::accept)),
        Route.post("/merchant/login", calls.atTheDoor(this::login)),
        Route.post("/merchant/login/passkey/options", calls.atTheDoor(this::passkeyOptions)),
        Route.post("/merchant/login/passkey", calls.atTheDoor(this::passkeyLogin)),
        Route.post("/merchant/password-reset", calls.atTheDoor(this::requestReset)),
        Route.post("/merchant/password-reset/confirm", calls.atTheDoor(this::reset)),
        Route.post("/merchant/email-confirmation/confirm", calls.atTheDoor(this::confirmEmail)),
        Route.post("/merchant/email-confirmation/release", calls.atTheDoor(this::releaseEmail)),
        Route.post("/merchant/logout", calls.atTheDoor(this::logout)));
  }

  private Answer register(Request request) {
    AccountSessions.Opened opened =
        accounts
            .signUp()
            .registerMerchant()
            .handle(MerchantForms.registration(request.jsonFields()), sessions.visitor(request));
    MerchantId id = opened.session().realm().merchantId();
    Json json =
        Json.object()
            .put("merchantId", id.toString())
            .put("verificationStatus", Verification.Registered.name());
    return signedIn(request, id, Answer.created(json.bytes()), opened.token());
  }

  private Answer accept(Request request) {
    MerchantForms.AcceptanceForm form = MerchantForms.acceptance(request.jsonFields());
    return welcome(
        request,
        accounts
            .teams()
            .invitations()
            .accept(
                new Invitations.Acceptance(form.token(), null, form.password()),
                sessions.visitor(request)));
  }

  private Answer login(Request request) {
    SignIn.Attempt attempt = AccountForms.login(request.jsonFields());
    return switch (accounts.self().signIn().handle(attempt, sessions.visitor(request))) {
      case SignIn.Result.Welcome welcome -> welcome(request, welcome.opened());
      case SignIn.Result.SecondFactorRequired required -> throw required.refused();
      case SignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.unauthorized(
                  "INVALID_LOGIN",
                  attempt.second().isNothing()
                      ? Message.of("wrong.login")
                      : Message.of("wrong.factor")));
      case SignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
    };
  }

  private Answer passkeyOptions(Request request) {
    return Answer.ok(
            accounts.self().passkeyCheck().options(sessions.find(request), request.source()))
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer passkeyLogin(Request request) {
    SignedChallenge signed = AccountForms.passkeyLogin(request.jsonFields());
    return switch (accounts.self().signIn().handle(signed, sessions.visitor(request))) {
      case SignIn.Result.Welcome welcome -> welcome(request, welcome.opened());
      case SignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
      case SignIn.Result.SecondFactorRequired required -> throw required.refused();
      case SignIn.Result.Wrong wrong ->
          throw new Refused(Problem.unauthorized("INVALID_LOGIN", Message.of("passkeyrefused")));
    };
  }

  private Answer requestReset(Request request) {
    String email = AccountForms.resetRequest(request.jsonFields());
    accounts.signUp().resetPassword().request(email, request.source());
    return Answer.noContent();
  }

  private Answer reset(Request request) {
    accounts
        .signUp()
        .resetPassword()
        .handle(MerchantForms.reset(request.jsonFields()), request.source());
    return Answer.noContent();
  }

  private Answer confirmEmail(Request request) {
    accounts
        .signUp()
        .confirmEmail()
        .confirm(MerchantForms.linkToken(request.jsonFields()), request.source());
    return Answer.noContent();
  }

  private Answer releaseEmail(Request request) {
    accounts
        .signUp()
        .confirmEmail()
        .release(MerchantForms.linkToken(request.jsonFields()), request.source());
    return Answer.noContent();
  }

  private Answer logout(Request request) {
    SignedIn signedIn = sessions.find(request);
    if (signedIn != null) {
      accounts.self().manageSessions().signOut(signedIn);
    }
    return Answer.noContent().with(Headers.SET_COOKIE, sessions.clearedCookie());
  }

  private Answer welcome(Request request, AccountSessions.Opened opened) {
    MerchantId id = opened.session().realm().merchantId();
    Json json = Json.object().put("merchantId", id.toString());
    return signedIn(request, id, Answer.ok(json.bytes()), opened.token());
  }

  private Answer signedIn(Request request, MerchantId id, Answer answer, Secret sessionToken) {
    request.actor(id.toString());
    return answer
        .with(Headers.SET_COOKIE, sessions.cookie(sessionToken))
        .with(Headers.CACHE_CONTROL, "no-store");
  }
}
