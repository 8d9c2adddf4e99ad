package dev.paylink.dashboard;

import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.MerchantSessions;
import dev.paylink.merchant.SignIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** Signing in and out. A session begins with a new token each time, whatever the browser sent. */
final class SignInPage {
  private static final String SIGN_OUT = Section.ROOT + "/sign-out";

  private final DashboardDoor door;
  private final MerchantSessions sessions;
  private final SignIn signIn;

  SignInPage(DashboardDoor door, MerchantSessions sessions, SignIn signIn) {
    this.door = door;
    this.sessions = sessions;
    this.signIn = signIn;
  }

  /** {@code next} is where it leads to. */
  record View(Panel panel, Form form, String next) {}

  List<Route> routes() {
    return List.of(
        door.openPage(OwnPath.SIGN_IN, this::show),
        door.openForm(OwnPath.SIGN_IN, this::signIn),
        door.openForm(SIGN_OUT, this::signOut));
  }

  private Answer show(Request request) {
    String next = OwnPath.orHome(request.query(OwnPath.NEXT));
    return sessions.find(request) == null
        ? Answer.html(draw(Form.EMPTY, next))
        : Answer.seeOther(next);
  }

  private Answer signIn(Request request) {
    Form form = Form.of(request, "email").withSecret(request, "password");
    String next = OwnPath.orHome(FormBody.field(request, OwnPath.NEXT));
    return form.attempt(() -> open(request, form, next), again -> draw(again, next));
  }

  private Answer open(Request request, Form form, String next) {
    MerchantForms.LoginForm login = MerchantForms.login(form.json());
    return switch (signIn.handle(login.email(), login.password(), request.source())) {
      case SignIn.Result.Welcome welcome -> {
        request.actor(welcome.merchantId().toString());
        yield signedIn(welcome.sessionToken(), next);
      }
      case SignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.badRequest("INVALID_LOGIN", "The e-mail address or password is wrong"));
      case SignIn.Result.CoolingOff coolingOff ->
          throw new Refused(
              Problem.tooMany(
                  "TOO_MANY_AUTH_FAILURES",
                  "Too many failed attempts from your address; try again in a few minutes",
                  coolingOff.seconds()));
    };
  }

  private Answer signedIn(Secret token, String next) {
    return Answer.seeOther(next).with(Headers.SET_COOKIE, sessions.cookie(token));
  }

  private Answer signOut(Request request) {
    sessions.close(request);
    return Answer.seeOther(OwnPath.SIGN_IN).with(Headers.SET_COOKIE, sessions.clearedCookie());
  }

  private byte[] draw(Form form, String next) {
    return door.pages().draw("sign-in", new View(door.pages().panel("Sign in"), form, next));
  }
}
