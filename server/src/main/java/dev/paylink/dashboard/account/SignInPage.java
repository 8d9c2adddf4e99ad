package dev.paylink.dashboard.account;

import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SecondStep;
import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.account.web.AccountForms;
import dev.paylink.account.web.SignInForms;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.sso.SsoTeam;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.oidc.FlowCookie;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Panel;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in of a merchant's users, with their password or at the identity provider of their team, and
 * sign-out. Only a form of our own page begins a sign-in at a provider, so no other site can sign a
 * browser in at a provider of its choice.
 */
public final class SignInPage implements SignInForms.Gate {
  private static final String TEAM = "team";

  private final DashboardDoor door;
  private final Accounts accounts;
  private final MerchantSso sso;
  private final SignInForms forms;

  public SignInPage(DashboardDoor door, Accounts accounts, SecondStepSeal seal, boolean secure) {
    this.door = door;
    this.accounts = accounts;
    this.sso = accounts.sso().signIn();
    this.forms =
        new SignInForms(
            this,
            accounts.self(),
            sso.signIn(),
            new SignInForms.Paths(DashboardPaths.SIGN_IN, DashboardPaths.OWN),
            seal,
            FlowCookie.ofHost("paylink_sso", secure));
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

  /** {@code next} is the path to go to after sign-in. */
  public record SsoView(Panel panel, Form form, String next) {}

  /** {@code teams} have all proven the domain of the address; the person chooses one. */
  public record TeamsView(Panel panel, List<SsoTeam> teams, String email, String next) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.SIGN_IN, forms::show),
        door.openForm(DashboardPaths.SIGN_IN, forms::takePassword),
        door.openForm(
            DashboardPaths.SIGN_IN_CODE, request -> forms.takeCode(request, SecondStep.class)),
        door.openForm(DashboardPaths.SIGN_IN_PASSKEY, forms::takePasskey),
        door.openPage(DashboardPaths.SIGN_IN_SSO, this::showSso),
        door.openForm(DashboardPaths.SIGN_IN_SSO, this::begin),
        door.unprovenForm(
            Role.viewer, Guard.NONE, DashboardPaths.SIGN_IN_SSO_AGAIN, this::beginAgain),
        door.openPage(DashboardPaths.SIGN_IN_SSO_CALLBACK, forms::finish),
        door.openForm(DashboardPaths.SIGN_OUT, this::signOut));
  }

  private Answer showSso(Request request) {
    String next = DashboardPaths.OWN.orHome(request.query(LocalPath.NEXT));
    return Answer.html(drawSso(request, Form.EMPTY, next));
  }

  private Answer begin(Request request) {
    Form form = Form.of(request, "email");
    String next = forms.next(request);
    return form.attempt(
        () -> {
          String email = AccountForms.resetRequest(form.fields());
          List<SsoTeam> teams = sso.teams(email, request.source());
          SsoTeam team = chosen(teams, FormBody.field(request, TEAM));
          return team == null
              ? Answer.html(drawTeams(request, teams, email, next))
              : forms.goOn(request, () -> sso.begin(team, email, next));
        },
        again -> drawSso(request, again, next));
  }

  /** Returns the only team, or the one that the person chose; null if that has to be asked. */
  private static @Nullable SsoTeam chosen(List<SsoTeam> teams, String id) {
    return teams.size() == 1
        ? teams.getFirst()
        : teams.stream()
            .filter(team -> team.merchantId().toString().equals(id))
            .findFirst()
            .orElse(null);
  }

  private byte[] drawTeams(Request request, List<SsoTeam> teams, String email, String next) {
    Panel panel = door.openPanel(request, "signinsso.team");
    return door.pages().draw("sign-in-team", new TeamsView(panel, teams, email, next));
  }

  private Answer beginAgain(MerchantVisit visit) {
    return forms.goOn(
        visit.request(), () -> sso.beginAgain(visit.signedIn(), DashboardPaths.HOME.to()));
  }

  private Answer signOut(Request request) {
    SignedIn signedIn = accounts.sessions().find(request);
    if (signedIn != null) {
      accounts.self().manageSessions().signOut(signedIn);
    }
    return Answer.seeOther(DashboardPaths.SIGN_IN.to())
        .with(Headers.SET_COOKIE, accounts.sessions().clearedCookie());
  }

  @Override
  public boolean isSignedIn(Request request) {
    return accounts.sessions().find(request) != null;
  }

  @Override
  public Visitor visitor(Request request) {
    return accounts.sessions().visitor(request);
  }

  @Override
  public Answer welcome(
      Request request, AccountSessions.Opened opened, String next, boolean bySso) {
    return door.welcome(request, opened, next);
  }

  @Override
  public Answer goOn(Request request, String host, String url) {
    return door.pages()
        .goOn(
            door.openPanel(request, "signinsso.title"),
            door.words(request).get("signinsso.at", host),
            url);
  }

  @Override
  public byte[] draw(Request request, Form form, String next) {
    Panel panel = door.openPanel(request, "signin.title");
    String news = PageNotice.told(DashboardNotice.values(), request, door.words(request));
    boolean passkeys = accounts.self().passkeys().arePossible();
    return door.pages().draw("sign-in", new View(panel, form, next, news, passkeys));
  }

  @Override
  public byte[] drawCode(Request request, Form form, SignInForms.Step step) {
    Panel panel = door.openPanel(request, "signincode.title");
    return door.pages().draw("sign-in-code", new SignInForms.CodeView(panel, form, step));
  }

  @Override
  public byte[] drawSso(Request request, Form form, String next) {
    Panel panel = door.openPanel(request, "signinsso.title");
    return door.pages().draw("sign-in-sso", new SsoView(panel, form, next));
  }
}
