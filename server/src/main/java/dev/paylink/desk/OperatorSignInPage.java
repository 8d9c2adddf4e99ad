package dev.paylink.desk;

import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SecondFactors;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.web.AccountForms;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
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
  private final SecondStepSeal seal;

  OperatorSignInPage(
      DeskDoor door, DeskSessions sessions, Operators operators, SecondStepSeal seal) {
    this.door = door;
    this.sessions = sessions;
    this.operators = operators;
    this.seal = seal;
  }

  /**
   * {@code next} is the path to go to after sign-in; {@code form} and {@code token} are the two
   * ways in; {@code passkeys} and {@code sso} tell whether there are others.
   */
  record View(
      Panel panel,
      Form form,
      Form token,
      boolean tokenEnabled,
      boolean passkeys,
      boolean sso,
      String next) {}

  /**
   * {@code step} is the encrypted first step of the operator, {@code path} where the second factor
   * goes, {@code has} which ones the operator has.
   */
  record CodeView(
      Panel panel, Form form, String next, String step, String path, SecondFactors has) {
    boolean asksCode() {
      return has.asksCode();
    }

    boolean asksPasskey() {
      return has.asksPasskey();
    }
  }

  List<Route> routes() {
    return List.of(
        door.openPage(DeskPaths.SIGN_IN, this::show),
        door.openForm(DeskPaths.SIGN_IN, this::takeToken),
        door.openForm(DeskPaths.SIGN_IN_PASSWORD, this::takePassword),
        door.openForm(DeskPaths.SIGN_IN_CODE, this::takeCode),
        door.openForm(DeskPaths.SIGN_IN_PASSKEY, this::takePasskey),
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
        () -> enter(request, AccountForms.login(form.fields()), next),
        again -> draw(again, Form.EMPTY, next));
  }

  private Answer enter(Request request, SignIn.Attempt attempt, String next) {
    return switch (operators.self().signIn().handle(attempt, DeskSessions.visitor(request))) {
      case SignIn.Result.Welcome welcome ->
          door.welcome(request, OperatorSessions.Opened.of(welcome.opened()), next);
      case SignIn.Result.SecondFactorRequired required -> {
        SecondStep first = new SecondStep.Password(attempt.email(), attempt.password());
        yield Answer.html(
            drawCode(
                Form.EMPTY,
                next,
                seal.seal(first, Instant.now()),
                DeskPaths.SIGN_IN_CODE,
                SecondFactors.of(required)));
      }
      case SignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.unauthorized(
                  "INVALID_LOGIN",
                  attempt.second().isNothing()
                      ? Message.of("wrong.login")
                      : wrong(attempt.second())));
      case SignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
    };
  }

  /** Returns what is wrong with a second factor. */
  static Message wrong(SecondFactorCheck.Given second) {
    return second.passkey() == null ? Message.of("usedcode") : Message.of("passkeyrefused");
  }

  private Answer takeCode(Request request) {
    String step = FormBody.field(request, "step");
    String next = next(request);
    if (!(seal.open(step, Instant.now()) instanceof SecondStep.Password given)) {
      return Answer.seeOther(DeskPaths.SIGN_IN.to());
    }
    SecondFactors has = SecondFactors.parse(FormBody.field(request, "has"));
    Form form = Form.EMPTY.withSecret(request, "code").withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SecondFactorCheck.Given second = AccountForms.secondFactor(form.fields());
          return enter(request, new SignIn.Attempt(given.email(), given.password(), second), next);
        },
        again -> drawCode(again, next, step, DeskPaths.SIGN_IN_CODE, has));
  }

  private Answer takePasskey(Request request) {
    String next = next(request);
    Form form = Form.EMPTY.withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SignedChallenge signed = AccountForms.passkeyLogin(form.fields());
          return switch (operators.self().signIn().handle(signed, DeskSessions.visitor(request))) {
            case SignIn.Result.Welcome welcome ->
                door.welcome(request, OperatorSessions.Opened.of(welcome.opened()), next);
            case SignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
            case SignIn.Result.SecondFactorRequired required -> throw required.refused();
            case SignIn.Result.Wrong wrong ->
                throw new Refused(
                    Problem.unauthorized("INVALID_LOGIN", Message.of("passkeyrefused")));
          };
        },
        again -> draw(again, Form.EMPTY, next));
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
      throw new Refused(Problem.invalidField(TOKEN, Message.of("field.required")));
    }
    if (!adminToken.admits(token, request.source())) {
      throw new Refused(Problem.invalidField(TOKEN, Message.of("field.incorrect")));
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
        .draw(
            "sign-in",
            new View(
                panel,
                form,
                token,
                tokenEnabled,
                operators.self().passkeys().arePossible(),
                operators.sso() != null,
                next));
  }

  byte[] drawCode(Form form, String next, String step, PagePath path, SecondFactors has) {
    Panel panel = door.pages().panel("One more step");
    return door.pages().draw("sign-in-code", new CodeView(panel, form, next, step, path.to(), has));
  }

  private static String next(Request request) {
    return DeskPaths.OWN.orHome(FormBody.field(request, LocalPath.NEXT));
  }
}
