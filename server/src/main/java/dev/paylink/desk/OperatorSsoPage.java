package dev.paylink.desk;

import dev.paylink.merchant.MerchantForms;
import dev.paylink.operator.account.OperatorSignIn;
import dev.paylink.operator.account.OperatorSso;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.oidc.FlowCookie;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.SecondStep;
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

  private final DeskDoor door;
  private final OperatorSignInPage signInPage;
  private final @Nullable OperatorSso sso;
  private final SecondStep vouchedStep;
  private final FlowCookie cookie;

  OperatorSsoPage(
      DeskDoor door,
      OperatorSignInPage signInPage,
      @Nullable OperatorSso sso,
      SecondStep vouchedStep,
      boolean secure) {
    this.door = door;
    this.signInPage = signInPage;
    this.sso = sso;
    this.vouchedStep = vouchedStep;
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
          OperatorSso.Outcome outcome =
              sso()
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
              outcome.result() instanceof OperatorSignIn.Result.SecondFactorRequired
                  ? askCode(Form.EMPTY, next, sealed(outcome.email()))
                  : enter(request, outcome.result(), next);
          return answer.with(Headers.SET_COOKIE, cookie.cleared());
        });
  }

  private Answer takeCode(Request request) {
    String step = FormBody.field(request, "step");
    String next = next(request);
    SecondStep.Claim vouched = vouchedStep.open(step, Instant.now());
    if (vouched == null) {
      return Answer.seeOther(DeskPaths.SIGN_IN.to());
    }
    Form form = Form.EMPTY.withSecret(request, "code");
    return form.attempt(
        () -> {
          Secret code = MerchantForms.code(form.fields());
          return enter(
              request, sso().finish(vouched.email(), code, DeskSessions.visitor(request)), next);
        },
        again -> signInPage.drawCode(again, next, step, DeskPaths.SIGN_IN_SSO_CODE));
  }

  private Answer askCode(Form form, String next, String step) {
    return Answer.html(signInPage.drawCode(form, next, step, DeskPaths.SIGN_IN_SSO_CODE));
  }

  private String sealed(String email) {
    return vouchedStep.seal(new SecondStep.Claim(email, new Secret("vouched for")), Instant.now());
  }

  /**
   * Goes on by a page of ours: the browser sends the session's strict cookie only to where our own
   * page leads, not to where the provider's leads.
   */
  private Answer enter(Request request, OperatorSignIn.Result result, String next) {
    return switch (result) {
      case OperatorSignIn.Result.Welcome welcome ->
          door.welcomeTo(
              request,
              welcome.opened(),
              door.pages().goOn(door.pages().panel("Signed in"), "You are signed in.", next));
      case OperatorSignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
      case OperatorSignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.unauthorized("INVALID_LOGIN", "The code is wrong or was used already"));
      case OperatorSignIn.Result.SecondFactorRequired required ->
          throw new IllegalStateException("a code was given");
    };
  }

  private Answer attempt(String next, Supplier<Answer> work) {
    return Form.EMPTY.attempt(
        () -> {
          try {
            return work.get();
          } catch (ProviderFailure e) {
            LOG.log(Level.WARNING, "single sign-on of an operator did not work: " + e.why());
            throw new Refused(
                Problem.unauthorized("SSO_FAILED", "Single sign-on did not work: " + e.why()));
          }
        },
        again -> signInPage.draw(again, Form.EMPTY, next));
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
