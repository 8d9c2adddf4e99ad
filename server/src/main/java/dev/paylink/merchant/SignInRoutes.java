package dev.paylink.merchant;

import dev.paylink.account.Member;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.web.AccountForms;
import dev.paylink.account.web.AccountRoutes;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls by which a user registers, joins a team, signs in and signs out. */
final class SignInRoutes implements AccountRoutes.Entrance {
  private final MerchantCalls calls;
  private final MerchantSessions sessions;
  private final Accounts accounts;
  private final Accounts.SignUp signUp;

  SignInRoutes(Accounts accounts) {
    this.calls = accounts.calls();
    this.sessions = accounts.sessions();
    this.accounts = accounts;
    this.signUp = accounts.signUp();
  }

  List<Route> routes() {
    return List.of(
        Route.post("/merchant/register", calls.atTheDoor(this::register)),
        Route.post("/merchant/invitations/accept", calls.atTheDoor(this::accept)),
        Route.post("/merchant/password-reset", calls.atTheDoor(this::requestReset)),
        Route.post("/merchant/password-reset/confirm", calls.atTheDoor(this::reset)),
        Route.post("/merchant/email-confirmation/confirm", calls.atTheDoor(this::confirmEmail)),
        Route.post("/merchant/email-confirmation/release", calls.atTheDoor(this::releaseEmail)),
        Route.post("/merchant/logout", calls.atTheDoor(this::logout)));
  }

  private Answer register(Request request) {
    AccountSessions.Opened opened =
        signUp
            .registerMerchant()
            .handle(MerchantForms.registration(request.jsonFields()), sessions.visitor(request));
    MerchantId id = opened.session().realm().merchantId();
    Json json =
        Json.object()
            .put("merchantId", id.toString())
            .put("verificationStatus", Verification.Registered.name());
    return signedIn(request, id, Answer.created(json.bytes()), opened);
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

  private Answer requestReset(Request request) {
    String email = AccountForms.resetRequest(request.jsonFields());
    signUp.resetPassword().request(email, request.source());
    return Answer.noContent();
  }

  private Answer reset(Request request) {
    ResetPassword.Done done =
        signUp
            .resetPassword()
            .handle(MerchantForms.reset(request.jsonFields()), sessions.visitor(request));
    return sessions.remembered(Answer.noContent(), done.device());
  }

  private Answer confirmEmail(Request request) {
    signUp.confirmEmail().confirm(MerchantForms.linkToken(request.jsonFields()), request.source());
    return Answer.noContent();
  }

  private Answer releaseEmail(Request request) {
    signUp.confirmEmail().release(MerchantForms.linkToken(request.jsonFields()), request.source());
    return Answer.noContent();
  }

  private Answer logout(Request request) {
    SignedIn signedIn = sessions.find(request);
    if (signedIn != null) {
      accounts.self().manageSessions().signOut(signedIn);
    }
    return Answer.noContent().with(Headers.SET_COOKIE, sessions.clearedCookie());
  }

  @Override
  public Handler open(Handler handler) {
    return calls.atTheDoor(handler);
  }

  @Override
  public Visitor visitor(Request request) {
    return sessions.visitor(request);
  }

  @Override
  public @Nullable Member known(Request request) {
    return sessions.find(request);
  }

  @Override
  public Message wrongFactor() {
    return Message.of("wrong.factor");
  }

  @Override
  public Answer welcome(Request request, AccountSessions.Opened opened) {
    MerchantId id = opened.session().realm().merchantId();
    Json json = Json.object().put("merchantId", id.toString());
    return signedIn(request, id, Answer.ok(json.bytes()), opened);
  }

  private Answer signedIn(
      Request request, MerchantId id, Answer answer, AccountSessions.Opened opened) {
    request.actor(id.toString());
    return sessions.opened(answer, opened).with(Headers.CACHE_CONTROL, "no-store");
  }
}
