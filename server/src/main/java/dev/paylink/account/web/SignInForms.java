package dev.paylink.account.web;

import dev.paylink.account.Checked;
import dev.paylink.account.Visitor;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SecondFactors;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.account.signin.SignIn;
import dev.paylink.account.sso.SsoSignIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.FlowCookie;
import dev.paylink.platform.oidc.OidcFlow;
import dev.paylink.platform.oidc.ProviderFailure;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in at a panel: with a password and, if the person has one, a second factor; with a passkey
 * alone; or at an identity provider, which stands for the password. A session always begins with a
 * new token, whatever the browser sent.
 */
public final class SignInForms {
  private final Gate gate;
  private final AccountSelfService self;
  private final @Nullable SsoSignIn sso;
  private final Paths paths;
  private final SecondStepSeal seal;
  private final FlowCookie cookie;

  /**
   * Prepares the forms of a panel.
   *
   * @param sso null where there is no identity provider
   * @param seal keeps the first step of this panel's people between two pages
   * @param cookie keeps a sign-in at a provider until the browser comes back
   */
  public SignInForms(
      Gate gate,
      AccountSelfService self,
      @Nullable SsoSignIn sso,
      Paths paths,
      SecondStepSeal seal,
      FlowCookie cookie) {
    this.gate = gate;
    this.self = self;
    this.sso = sso;
    this.paths = paths;
    this.seal = seal;
    this.cookie = cookie;
  }

  /** Where a panel's sign-in page is, and which pages may follow it. */
  public record Paths(PagePath signIn, LocalPath own) {}

  /** What differs from panel to panel: its pages, and how a session begins. */
  public interface Gate {
    boolean isSignedIn(Request request);

    Visitor visitor(Request request);

    /**
     * Begins the session in the browser and goes on to the page.
     *
     * @param bySso whether the browser comes from a provider's page
     */
    Answer welcome(Request request, AccountSessions.Opened opened, String next, boolean bySso);

    byte[] draw(Request request, Form form, String next);

    byte[] drawCode(Request request, Form form, Step step);

    /** Draws the page from which one goes to the provider. */
    byte[] drawSso(Request request, Form form, String next);

    /** Returns the page that leads to the provider of that host. */
    Answer goOn(Request request, String host, String url);

    /** Called with what is wrong with a provider; the person sees it too. */
    default void failed(ProviderFailure failure) {}
  }

  /**
   * What the page for the second factor keeps: the page to go to, the encrypted first step, which
   * factors this person has, and whether the first step was at a provider.
   */
  public record Step(String next, String sealed, SecondFactors has, boolean bySso) {}

  /** The page that asks for the second factor. */
  public record CodeView(Panel panel, Form form, Step step) {}

  public Answer show(Request request) {
    String next = paths.own.orHome(request.query(LocalPath.NEXT));
    return gate.isSignedIn(request)
        ? Answer.seeOther(next)
        : Answer.html(gate.draw(request, Form.EMPTY, next));
  }

  public Answer takePassword(Request request) {
    Form form = Form.of(request, "email").withSecret(request, "password");
    String next = next(request);
    return form.attempt(
        () -> signIn(request, AccountForms.login(form.fields()), next),
        again -> gate.draw(request, again, next));
  }

  public Answer takePasskey(Request request) {
    String next = next(request);
    Form form = Form.EMPTY.withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SignedChallenge signed = AccountForms.passkeyLogin(form.fields());
          Checked<AccountSessions.Opened> result =
              self.signIn().handle(signed, gate.visitor(request));
          return gate.welcome(request, result.require(Message.of("passkeyrefused")), next, false);
        },
        again -> gate.draw(request, again, next));
  }

  /**
   * Takes the second factor, after a password or after a provider's word.
   *
   * @param kind the first steps that count here
   */
  public Answer takeCode(Request request, Class<? extends SecondStep> kind) {
    String sealed = FormBody.field(request, "step");
    SecondStep first = seal.open(sealed, Instant.now());
    if (first == null || !kind.isInstance(first)) {
      return Answer.seeOther(paths.signIn.to());
    }
    SecondFactors has = SecondFactors.parse(FormBody.field(request, "has"));
    Step step = new Step(next(request), sealed, has, first instanceof SecondStep.Vouched);
    Form form = Form.EMPTY.withSecret(request, "code").withSecret(request, "passkey");
    return form.attempt(
        () -> {
          SecondFactorCheck.Given second = AccountForms.secondFactor(form.fields());
          return switch (first) {
            case SecondStep.Password given ->
                signIn(
                    request,
                    new SignIn.Attempt(given.email(), given.password(), second),
                    step.next);
            case SecondStep.Vouched vouched -> {
              Checked<AccountSessions.Opened> result =
                  explained(() -> sso().finish(vouched, second, gate.visitor(request)));
              yield gate.welcome(request, result.require(wrong(second)), step.next, true);
            }
          };
        },
        again -> gate.drawCode(request, again, step));
  }

  private Answer signIn(Request request, SignIn.Attempt attempt, String next) {
    Checked<AccountSessions.Opened> result = self.signIn().handle(attempt, gate.visitor(request));
    if (result instanceof Checked.Missing<AccountSessions.Opened> required) {
      return askCode(
          request, required, next, new SecondStep.Password(attempt.email(), attempt.password()));
    }
    Message wrong =
        attempt.second().isNothing() ? Message.of("wrong.login") : wrong(attempt.second());
    return gate.welcome(request, result.require(wrong), next, false);
  }

  private static Message wrong(SecondFactorCheck.Given second) {
    return second.code() == null ? Message.of("passkeyrefused") : Message.of("usedcode");
  }

  private Answer askCode(
      Request request,
      Checked.Missing<AccountSessions.Opened> required,
      String next,
      SecondStep first) {
    Step step =
        new Step(
            next,
            seal.seal(first, Instant.now()),
            SecondFactors.of(required),
            first instanceof SecondStep.Vouched);
    return Answer.html(gate.drawCode(request, Form.EMPTY, step));
  }

  /** Leads the browser to the provider at which a sign-in has begun. */
  public Answer goOn(Request request, Supplier<OidcFlow.Begun> work) {
    OidcFlow.Begun begun = explained(work);
    return gate.goOn(request, begun.host(), begun.url())
        .with(Headers.SET_COOKIE, cookie.set(begun.kept()));
  }

  /** Signs in the person whom the provider has sent back. */
  public Answer finish(Request request) {
    return Form.EMPTY.attempt(
        () -> explained(() -> finished(request)),
        again -> gate.drawSso(request, again, paths.own.orHome(null)));
  }

  private Answer finished(Request request) {
    OidcFlow.Returned returned =
        new OidcFlow.Returned(
            request.path(),
            request.query("state"),
            request.query("code"),
            request.query("iss"),
            request.query("error"));
    SsoSignIn.Finished outcome =
        sso().finish(cookie.read(request), returned, gate.visitor(request));
    String next = paths.own.orHome(outcome.next());
    Answer answer =
        outcome.result() instanceof Checked.Missing<AccountSessions.Opened> required
            ? askCode(request, required, next, outcome.vouched())
            : gate.welcome(request, outcome.result().require(Message.of("wrong.sso")), next, true);
    return answer.with(Headers.SET_COOKIE, cookie.cleared());
  }

  /** Runs the work; shows the person what is wrong with the provider. */
  private <T> T explained(Supplier<T> work) {
    try {
      return work.get();
    } catch (ProviderFailure e) {
      gate.failed(e);
      throw new Refused(Problem.unauthorized("SSO_FAILED", Message.of("ssofailed", e.why())));
    }
  }

  private SsoSignIn sso() {
    if (sso == null) {
      throw new ProviderFailure("it is not configured here");
    }
    return sso;
  }

  /** Returns the page that a form asks to go to, if it is one of ours. */
  public String next(Request request) {
    return paths.own.orHome(FormBody.field(request, LocalPath.NEXT));
  }
}
