package dev.paylink.dashboard.account;

import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SecondFactors;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.web.AccountForms;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.user.SignedIn;
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
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Panel;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in, with a second step if the user has set one up, and sign-out. A session always begins
 * with a new token, whatever the browser sent.
 */
public final class SignInPage {
  private final DashboardDoor door;
  private final Accounts accounts;
  private final SecondStepSeal seal;

  public SignInPage(DashboardDoor door, Accounts accounts, SecondStepSeal seal) {
    this.door = door;
    this.accounts = accounts;
    this.seal = seal;
  }

  /** {@code next} is the path to go to after sign-in. */
  public record View(Panel panel, Form form, String next, @Nullable String news, boolean passkeys) {
    /** Returns the path of the page for single sign-on, which leads to the same next page. */
    public String ssoPath() {
      return DashboardPaths.SIGN_IN_SSO.to()
          + '?'
          + LocalPath.NEXT
          + '='
          + URLEncoder.encode(next, StandardCharsets.UTF_8);
    }
  }

  /**
   * {@code step} is the encrypted first step of the user, {@code has} what this user has: an app, a
   * passkey, or both.
   */
  public record CodeView(Panel panel, Form form, String next, String step, SecondFactors has) {
    public boolean asksCode() {
      return has.asksCode();
    }

    public boolean asksPasskey() {
      return has.asksPasskey();
    }
  }

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.SIGN_IN, this::show),
        door.openForm(DashboardPaths.SIGN_IN, this::takePassword),
        door.openForm(DashboardPaths.SIGN_IN_CODE, this::takeCode),
        door.openForm(DashboardPaths.SIGN_IN_PASSKEY, this::takePasskey),
        door.openForm(DashboardPaths.SIGN_OUT, this::signOut));
  }

  private Answer show(Request request) {
    String next = DashboardPaths.OWN.orHome(request.query(LocalPath.NEXT));
    return accounts.sessions().find(request) == null
        ? Answer.html(draw(request, Form.EMPTY, next, news(request)))
        : Answer.seeOther(next);
  }

  private Answer takePassword(Request request) {
    Form form = Form.of(request, "email").withSecret(request, "password");
    String next = next(request);
    return form.attempt(
        () -> signIn(request, AccountForms.login(form.fields()), next),
        again -> draw(request, again, next, null));
  }

  private Answer takeCode(Request request) {
    String step = FormBody.field(request, "step");
    String next = next(request);
    SecondStep first = seal.open(step, Instant.now());
    if (first == null) {
      return Answer.seeOther(DashboardPaths.SIGN_IN.to());
    }
    SecondFactors has = SecondFactors.parse(FormBody.field(request, "has"));
    Form form = Form.EMPTY.withSecret(request, "code").withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SecondFactorCheck.Given second = AccountForms.secondFactor(form.fields());
          return switch (first) {
            case SecondStep.Password given ->
                signIn(request, new SignIn.Attempt(given.email(), given.password(), second), next);
            case SecondStep.Vouched vouched -> signIn(request, vouched, second, next);
          };
        },
        again -> drawCode(request, again, next, step, has));
  }

  private Answer takePasskey(Request request) {
    String next = next(request);
    Form form = Form.EMPTY.withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SignedChallenge signed = AccountForms.passkeyLogin(form.fields());
          return answer(
              request,
              accounts.self().signIn().handle(signed, accounts.sessions().visitor(request)),
              next,
              Message.of("passkeyrefused"));
        },
        again -> draw(request, again, next, null));
  }

  private Answer signIn(Request request, SignIn.Attempt attempt, String next) {
    SignIn.Result result =
        accounts.self().signIn().handle(attempt, accounts.sessions().visitor(request));
    if (result instanceof SignIn.Result.SecondFactorRequired required) {
      return askCode(
          request, required, next, new SecondStep.Password(attempt.email(), attempt.password()));
    }
    return answer(
        request,
        result,
        next,
        attempt.second().isNothing() ? Message.of("wrong.login") : wrongFactor(attempt.second()));
  }

  private Answer signIn(
      Request request, SecondStep.Vouched vouched, SecondFactorCheck.Given second, String next) {
    SignIn.Result result =
        SsoSignInPage.explained(
            () ->
                accounts
                    .sso()
                    .signIn()
                    .signIn()
                    .finish(vouched, second, accounts.sessions().visitor(request)));
    return answer(request, result, next, wrongFactor(second));
  }

  private static Message wrongFactor(SecondFactorCheck.Given second) {
    return second.code() == null ? Message.of("passkeyrefused") : Message.of("usedcode");
  }

  /** Asks for the second factor of somebody who has taken the first step. */
  Answer askCode(
      Request request, SignIn.Result.SecondFactorRequired required, String next, SecondStep first) {
    String step = seal.seal(first, Instant.now());
    return Answer.html(drawCode(request, Form.EMPTY, next, step, SecondFactors.of(required)));
  }

  Answer answer(Request request, SignIn.Result result, String next, Message wrongWords) {
    return switch (result) {
      case SignIn.Result.Welcome welcome -> door.welcome(request, welcome.opened(), next);
      case SignIn.Result.SecondFactorRequired required -> throw required.refused();
      case SignIn.Result.Wrong wrong ->
          throw new Refused(Problem.unauthorized("INVALID_LOGIN", wrongWords));
      case SignIn.Result.CoolingOff coolingOff -> throw coolingOff.pause().refused();
    };
  }

  private Answer signOut(Request request) {
    SignedIn signedIn = accounts.sessions().find(request);
    if (signedIn != null) {
      accounts.self().manageSessions().signOut(signedIn);
    }
    return Answer.seeOther(DashboardPaths.SIGN_IN.to())
        .with(Headers.SET_COOKIE, accounts.sessions().clearedCookie());
  }

  private @Nullable String news(Request request) {
    return PageNotice.told(DashboardNotice.values(), request, door.words(request));
  }

  private byte[] draw(Request request, Form form, String next, @Nullable String news) {
    Panel panel = door.openPanel(request, "signin.title");
    boolean passkeys = accounts.self().passkeys().arePossible();
    return door.pages().draw("sign-in", new View(panel, form, next, news, passkeys));
  }

  private byte[] drawCode(Request request, Form form, String next, String step, SecondFactors has) {
    Panel panel = door.openPanel(request, "signincode.title");
    return door.pages().draw("sign-in-code", new CodeView(panel, form, next, step, has));
  }

  private static String next(Request request) {
    return DashboardPaths.OWN.orHome(FormBody.field(request, LocalPath.NEXT));
  }
}
