package dev.paylink.desk;

import dev.paylink.merchant.MerchantForms;
import dev.paylink.operator.OperatorForms;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorSignIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.SecondStep;
import java.time.Instant;
import java.util.List;

/**
 * Sign-in of a person, with a second step if there is a second factor, or with the admin token
 * where it is enabled; and sign-out, which ends the session on every node.
 */
final class OperatorSignInPage {
  private static final String TOKEN = "token";

  private final DeskDoor door;
  private final DeskSessions sessions;
  private final Operators operators;
  private final SecondStep secondStep;

  OperatorSignInPage(
      DeskDoor door, DeskSessions sessions, Operators operators, SecondStep secondStep) {
    this.door = door;
    this.sessions = sessions;
    this.operators = operators;
    this.secondStep = secondStep;
  }

  /**
   * {@code next} is the path to go to after sign-in; {@code form} and {@code token} are the two
   * ways in; {@code sso} tells whether there is a third one.
   */
  record View(Panel panel, Form form, Form token, boolean tokenEnabled, boolean sso, String next) {}

  /**
   * {@code step} is the encrypted claim of the operator who has given the password, {@code path}
   * where the code goes.
   */
  record CodeView(Panel panel, Form form, String next, String step, String path) {}

  List<Route> routes() {
    return List.of(
        door.openPage(DeskPaths.SIGN_IN, this::show),
        door.openForm(DeskPaths.SIGN_IN, this::takeToken),
        door.openForm(DeskPaths.SIGN_IN_PASSWORD, this::takePassword),
        door.openForm(DeskPaths.SIGN_IN_CODE, this::takeCode),
        door.openForm(DeskPaths.SIGN_OUT, this::signOut));
  }

  private Answer show(Request request) {
    String next = DeskPaths.OWN.orHome(request.query(LocalPath.NEXT));
    return sessions.find(request) == null
        ? Answer.html(draw(Form.EMPTY, Form.EMPTY, next))
        : Answer.seeOther(next);
  }

  private Answer takePassword(Request request) {
    Form form = Form.of(request, "email").withSecret(request, "password");
    String next = next(request);
    return form.attempt(
        () -> enter(request, OperatorForms.login(form.fields()), next),
        again -> draw(again, Form.EMPTY, next));
  }

  private Answer enter(Request request, OperatorSignIn.Attempt attempt, String next) {
    return switch (operators.signIn().handle(attempt, DeskSessions.visitor(request))) {
      case OperatorSignIn.Result.Welcome welcome -> door.welcome(request, welcome.opened(), next);
      case OperatorSignIn.Result.SecondFactorRequired required -> {
        SecondStep.Claim claim = new SecondStep.Claim(attempt.email(), attempt.password());
        yield Answer.html(
            drawCode(
                Form.EMPTY, next, secondStep.seal(claim, Instant.now()), DeskPaths.SIGN_IN_CODE));
      }
      case OperatorSignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.unauthorized(
                  "INVALID_LOGIN",
                  attempt.code() == null
                      ? "The e-mail address or password is wrong"
                      : "The code is wrong or was used already"));
      case OperatorSignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
    };
  }

  private Answer takeCode(Request request) {
    String step = FormBody.field(request, "step");
    String next = next(request);
    SecondStep.Claim claim = secondStep.open(step, Instant.now());
    if (claim == null) {
      return Answer.seeOther(DeskPaths.SIGN_IN.to());
    }
    Form form = Form.EMPTY.withSecret(request, "code");
    return form.attempt(
        () -> {
          Secret code = MerchantForms.code(form.fields());
          return enter(
              request, new OperatorSignIn.Attempt(claim.email(), claim.password(), code), next);
        },
        again -> drawCode(again, next, step, DeskPaths.SIGN_IN_CODE));
  }

  private Answer takeToken(Request request) {
    Form form = Form.of(request).withSecret(request, TOKEN);
    String next = next(request);
    return form.attempt(() -> open(request, next), again -> draw(Form.EMPTY, again, next));
  }

  private Answer open(Request request, String next) {
    AdminToken adminToken = operators.adminToken();
    adminToken.requireEnabled();
    String token = FormBody.field(request, TOKEN).strip(); // pasting often adds blanks
    if (token.isEmpty()) {
      throw new Refused(Problem.invalidField(TOKEN, "is required"));
    }
    if (!adminToken.admits(token, request.source())) {
      throw new Refused(Problem.invalidField(TOKEN, "is not correct"));
    }
    return door.welcome(
        request, operators.sessions().openWithAdminToken(DeskSessions.visitor(request)), next);
  }

  private Answer signOut(Request request) {
    sessions.end(request);
    return Answer.seeOther(DeskPaths.SIGN_IN.to())
        .with(Headers.SET_COOKIE, sessions.clearedCookie());
  }

  byte[] draw(Form form, Form token, String next) {
    Panel panel = door.pages().panel("Sign in");
    boolean tokenEnabled = operators.adminToken().enabled();
    return door.pages()
        .draw("sign-in", new View(panel, form, token, tokenEnabled, operators.sso() != null, next));
  }

  byte[] drawCode(Form form, String next, String step, PagePath path) {
    Panel panel = door.pages().panel("One more step");
    return door.pages().draw("sign-in-code", new CodeView(panel, form, next, step, path.to()));
  }

  private static String next(Request request) {
    return DeskPaths.OWN.orHome(FormBody.field(request, LocalPath.NEXT));
  }
}
