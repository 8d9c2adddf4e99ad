package dev.paylink.desk;

import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SecondFactors;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.sso.SsoSignIn;
import dev.paylink.account.web.AccountForms;
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
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in of operators at the configured identity provider, and the second step behind it. Without
 * a provider there is no such page.
 */
final class OperatorSsoPage {
  private static final Logger LOG = System.getLogger(OperatorSsoPage.class.getName());

  private static final SecondFactorCheck.Given NO_CODE = new SecondFactorCheck.Given(null, null);

  private final DeskDoor door;
  private final OperatorSignInPage signInPage;
  private final @Nullable OperatorSso sso;
  private final SecondStepSeal seal;
  private final FlowCookie cookie;

  OperatorSsoPage(
      DeskDoor door,
      OperatorSignInPage signInPage,
      @Nullable OperatorSso sso,
      SecondStepSeal seal,
      boolean secure) {
    this.door = door;
    this.signInPage = signInPage;
    this.sso = sso;
    this.seal = seal;
    this.cookie = FlowCookie.below(DeskPaths.SIGN_IN_SSO.to(), "paylink_desk_sso", secure);
  }

  List<Route> routes() {
    return List.of(
        door.openForm(DeskPaths.SIGN_IN_SSO, this::begin),
        door.openPage(DeskPaths.SIGN_IN_SSO_CALLBACK, this::finish),
        door.openForm(DeskPaths.SIGN_IN_SSO_CODE, this::takeCode));
  }

  private Answer begin(Request request) {
    String next = next(request);
    return attempt(
        next,
        () -> {
          OidcFlow.Begun begun = sso().begin(next, request.source());
          return door.pages()
              .goOn(
                  door.pages().panel("Single sign-on"),
                  "You sign in at " + begun.host() + ".",
                  begun.url())
              .with(Headers.SET_COOKIE, cookie.set(begun.kept()));
        });
  }

  private Answer finish(Request request) {
    return attempt(
        DeskPaths.HOME.to(),
        () -> {
          SsoSignIn.Finished outcome =
              sso()
                  .signIn()
                  .finish(
                      cookie.read(request),
                      new OidcFlow.Returned(
                          request.query("state"),
                          request.query("code"),
                          request.query("iss"),
                          request.query("error")),
                      DeskSessions.visitor(request));
          String next = DeskPaths.OWN.orHome(outcome.next());
          Answer answer =
              outcome.result() instanceof SignIn.Result.SecondFactorRequired required
                  ? askCode(
                      next, seal.seal(outcome.vouched(), Instant.now()), SecondFactors.of(required))
                  : enter(request, outcome.result(), next, NO_CODE);
          return answer.with(Headers.SET_COOKIE, cookie.cleared());
        });
  }

  private Answer takeCode(Request request) {
    String step = FormBody.field(request, "step");
    String next = next(request);
    if (!(seal.open(step, Instant.now()) instanceof SecondStep.Vouched vouched)) {
      return Answer.seeOther(DeskPaths.SIGN_IN.to());
    }
    SecondFactors has = SecondFactors.parse(FormBody.field(request, "has"));
    Form form = Form.EMPTY.withSecret(request, "code").withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SecondFactorCheck.Given second = AccountForms.secondFactor(form.fields());
          return explained(
              () ->
                  enter(
                      request,
                      sso().signIn().finish(vouched, second, DeskSessions.visitor(request)),
                      next,
                      second));
        },
        again -> signInPage.drawCode(again, next, step, DeskPaths.SIGN_IN_SSO_CODE, has));
  }

  private Answer askCode(String next, String step, SecondFactors has) {
    return Answer.html(
        signInPage.drawCode(Form.EMPTY, next, step, DeskPaths.SIGN_IN_SSO_CODE, has));
  }

  /**
   * Goes on by a page of ours: the browser sends the session's strict cookie only to where our own
   * page leads, not to where the provider's leads.
   */
  private Answer enter(
      Request request, SignIn.Result result, String next, SecondFactorCheck.Given second) {
    return switch (result) {
      case SignIn.Result.Welcome welcome ->
          door.welcomeTo(
              request,
              OperatorSessions.Opened.of(welcome.opened()),
              door.pages().goOn(door.pages().panel("Signed in"), "You are signed in.", next));
      case SignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
      case SignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.unauthorized("INVALID_LOGIN", OperatorSignInPage.wrong(second)));
      case SignIn.Result.SecondFactorRequired required ->
          throw new IllegalStateException("a code was given");
    };
  }

  private Answer attempt(String next, Supplier<Answer> work) {
    return Form.EMPTY.attempt(
        () -> explained(work), again -> signInPage.draw(again, Form.EMPTY, next));
  }

  private static Answer explained(Supplier<Answer> work) {
    try {
      return work.get();
    } catch (ProviderFailure e) {
      LOG.log(Level.WARNING, "single sign-on of an operator did not work: " + e.why());
      throw new Refused(Problem.unauthorized("SSO_FAILED", Message.of("ssofailed", e.why())));
    }
  }

  private OperatorSso sso() {
    if (sso == null) {
      throw new ProviderFailure("it is not configured here");
    }
    return sso;
  }

  private static String next(Request request) {
    return DeskPaths.OWN.orHome(FormBody.field(request, LocalPath.NEXT));
  }
}
