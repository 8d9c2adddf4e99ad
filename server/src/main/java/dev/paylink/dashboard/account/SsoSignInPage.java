package dev.paylink.dashboard.account;

import dev.paylink.account.signin.SignIn;
import dev.paylink.account.sso.SsoSignIn;
import dev.paylink.account.web.AccountForms;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.oidc.FlowCookie;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.Panel;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sign-in at the identity provider of a team. Only a form of our own page begins one, so no other
 * site can sign a browser in at a provider of its choice.
 */
public final class SsoSignInPage {
  private final DashboardDoor door;
  private final Accounts accounts;
  private final MerchantSso sso;
  private final SignInPage signInPage;
  private final FlowCookie cookie;

  public SsoSignInPage(
      DashboardDoor door, Accounts accounts, SignInPage signInPage, boolean secure) {
    this.door = door;
    this.accounts = accounts;
    this.sso = accounts.sso().signIn();
    this.signInPage = signInPage;
    this.cookie = FlowCookie.ofHost("paylink_sso", secure);
  }

  /** {@code next} is the path to go to after sign-in. */
  public record View(Panel panel, Form form, String next) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.SIGN_IN_SSO, this::show),
        door.openForm(DashboardPaths.SIGN_IN_SSO, this::begin),
        door.form(Role.viewer, DashboardPaths.SIGN_IN_SSO_AGAIN, this::beginAgain),
        door.openPage(DashboardPaths.SIGN_IN_SSO_CALLBACK, this::finish));
  }

  private Answer show(Request request) {
    return Answer.html(
        draw(request, Form.EMPTY, DashboardPaths.OWN.orHome(request.query(LocalPath.NEXT))));
  }

  private Answer begin(Request request) {
    Form form = Form.of(request, "email");
    String next = DashboardPaths.OWN.orHome(FormBody.field(request, LocalPath.NEXT));
    return form.attempt(
        () -> {
          String email = AccountForms.resetRequest(form.fields());
          Words words = door.words(request);
          return goOn(request, explained(() -> sso.begin(email, next, request.source())));
        },
        again -> draw(request, again, next));
  }

  private Answer beginAgain(MerchantVisit visit) {
    return goOn(
        visit.request(),
        explained(() -> sso.beginAgain(visit.signedIn(), DashboardPaths.HOME.to())));
  }

  private Answer goOn(Request request, OidcFlow.Begun begun) {
    return door.pages()
        .goOn(
            door.openPanel(request, "signinsso.title"),
            door.words(request).get("signinsso.at", begun.host()),
            begun.url())
        .with(Headers.SET_COOKIE, cookie.set(begun.kept()));
  }

  private Answer finish(Request request) {
    return Form.EMPTY.attempt(
        () -> explained(() -> welcome(request)),
        again -> draw(request, again, DashboardPaths.HOME.to()));
  }

  private Answer welcome(Request request) {
    SsoSignIn.Finished outcome =
        sso.signIn()
            .finish(
                cookie.read(request),
                new OidcFlow.Returned(
                    request.query("state"),
                    request.query("code"),
                    request.query("iss"),
                    request.query("error")),
                accounts.sessions().visitor(request));
    String next = DashboardPaths.OWN.orHome(outcome.next());
    Message wrong = Message.of("wrong.sso");
    Answer answer =
        outcome.result() instanceof SignIn.Result.SecondFactorRequired required
            ? signInPage.askCode(request, required, next, outcome.vouched())
            : signInPage.answer(request, outcome.result(), next, wrong);
    return answer.with(Headers.SET_COOKIE, cookie.cleared());
  }

  /** Runs the work; what is wrong with the provider is told to the person. */
  static <T> T explained(Supplier<T> work) {
    try {
      return work.get();
    } catch (ProviderFailure e) {
      throw new Refused(Problem.unauthorized("SSO_FAILED", Message.of("ssofailed", e.why())));
    }
  }

  private byte[] draw(Request request, Form form, String next) {
    return door.pages()
        .draw("sign-in-sso", new View(door.openPanel(request, "signinsso.title"), form, next));
  }
}
