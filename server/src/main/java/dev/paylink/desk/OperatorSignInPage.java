package dev.paylink.desk;

import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.account.web.SignInForms;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.OperatorSso;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.FlowCookie;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Sign-in of operators, with their password, at the configured identity provider, or with the admin
 * token where it is enabled; and sign-out, which ends the session on every node.
 */
final class OperatorSignInPage implements SignInForms.Gate {
  private static final Logger LOG = System.getLogger(OperatorSignInPage.class.getName());
  private static final String TOKEN = "token";

  private final DeskDoor door;
  private final DeskSessions sessions;
  private final Operators operators;
  private final SignInForms forms;

  OperatorSignInPage(
      DeskDoor door,
      DeskSessions sessions,
      Operators operators,
      SecondStepSeal seal,
      boolean secure) {
    this.door = door;
    this.sessions = sessions;
    this.operators = operators;
    OperatorSso sso = operators.sso();
    this.forms =
        new SignInForms(
            this,
            operators.self(),
            sso == null ? null : sso.signIn(),
            new SignInForms.Paths(DeskPaths.SIGN_IN, DeskPaths.OWN),
            seal,
            FlowCookie.below(DeskPaths.SIGN_IN_SSO.to(), "paylink_desk_sso", secure));
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

  List<Route> routes() {
    return List.of(
        door.openPage(DeskPaths.SIGN_IN, forms::show),
        door.openForm(DeskPaths.SIGN_IN, this::takeToken),
        door.openForm(DeskPaths.SIGN_IN_PASSWORD, forms::takePassword),
        door.openForm(
            DeskPaths.SIGN_IN_CODE, request -> forms.takeCode(request, SecondStep.Password.class)),
        door.openForm(DeskPaths.SIGN_IN_PASSKEY, forms::takePasskey),
        door.openForm(DeskPaths.SIGN_IN_SSO, this::begin),
        door.openPage(DeskPaths.SIGN_IN_SSO_CALLBACK, forms::finish),
        door.openForm(
            DeskPaths.SIGN_IN_SSO_CODE,
            request -> forms.takeCode(request, SecondStep.Vouched.class)),
        door.openForm(DeskPaths.SIGN_OUT, this::signOut));
  }

  private Answer begin(Request request) {
    String next = forms.next(request);
    return Form.EMPTY.attempt(
        () ->
            forms.goOn(
                request,
                () -> {
                  OperatorSso sso = operators.sso();
                  if (sso == null) {
                    throw new ProviderFailure("it is not configured here");
                  }
                  return sso.begin(next, request.source());
                }),
        again -> draw(request, again, next));
  }

  private Answer takeToken(Request request) {
    Form form = Form.of(request).withSecret(request, TOKEN);
    String next = forms.next(request);
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

  @Override
  public boolean isSignedIn(Request request) {
    return sessions.find(request) != null;
  }

  @Override
  public Visitor visitor(Request request) {
    return DeskSessions.visitor(request);
  }

  /**
   * After a provider's page it goes on by a page of ours: the browser sends the session's strict
   * cookie only to where our own page leads.
   */
  @Override
  public Answer welcome(
      Request request, AccountSessions.Opened opened, String next, boolean bySso) {
    Answer answer =
        bySso
            ? door.pages().goOn(door.pages().panel("Signed in"), "You are signed in.", next)
            : Answer.seeOther(next);
    return door.welcomeTo(request, OperatorSessions.Opened.of(opened), answer)
        .with(Headers.SET_COOKIE, sessions.deviceCookie(opened.device()));
  }

  @Override
  public Answer goOn(Request request, String host, String url) {
    Panel panel = door.pages().panel("Single sign-on");
    return door.pages().goOn(panel, "You sign in at " + host + ".", url);
  }

  @Override
  public void failed(ProviderFailure failure) {
    LOG.log(Level.WARNING, "single sign-on of an operator did not work: " + failure.why());
  }

  @Override
  public byte[] draw(Request request, Form form, String next) {
    return draw(form, Form.EMPTY, next);
  }

  @Override
  public byte[] drawSso(Request request, Form form, String next) {
    return draw(form, Form.EMPTY, next);
  }

  private byte[] draw(Form form, Form token, String next) {
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

  @Override
  public byte[] drawCode(Request request, Form form, SignInForms.Step step) {
    Panel panel = door.pages().panel("One more step");
    return door.pages().draw("sign-in-code", new SignInForms.CodeView(panel, form, step));
  }
}
