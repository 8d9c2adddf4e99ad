package dev.paylink.dashboard.frame;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.checkout.Checkout;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.profile.Profile;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.LanguageChoice;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelDoor;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The door to the dashboard: it admits users with a session, each with their role. */
public final class DashboardDoor extends PanelDoor<MerchantVisit> {
  /** What somebody may do who has to set up a second factor first. */
  private static final Set<String> SETTING_UP =
      Set.of(
          DashboardPaths.SECURITY.to(),
          DashboardPaths.TWO_FACTOR.to(),
          DashboardPaths.TWO_FACTOR_CONFIRM.to(),
          DashboardPaths.PASSKEY_NEW.to(),
          DashboardPaths.PASSKEYS.to());

  private static final String LANGUAGE_COOKIE = "paylink_language";

  private final MerchantSessions sessions;
  private final MerchantCalls calls;
  private final Profile profile;
  private final Assets assets;
  private final ProofPage proofPage;
  private final LanguageChoice languages;

  /**
   * Prepares the door.
   *
   * @param texts those of all pages, in every language
   */
  public DashboardDoor(
      Templates templates,
      Map<Language, Texts> texts,
      Accounts accounts,
      Vault vault,
      boolean secure,
      boolean testMode) {
    this(
        templates,
        Assets.forPanel(
            DashboardPaths.ASSETS.to(),
            Map.of(
                DashboardDoor.class,
                List.of("refunds.js", "collect.js"),
                ManagePasskeys.class,
                List.of("passkey.js"),
                Checkout.class,
                List.of("wallet-pay.js", "wallet-trouble.js"))),
        new LanguageChoice(
            LANGUAGE_COOKIE,
            texts,
            DashboardPaths.OWN,
            DashboardPaths.HOME,
            DashboardPaths.LANGUAGE,
            secure),
        accounts,
        vault,
        testMode);
  }

  private DashboardDoor(
      Templates templates,
      Assets assets,
      LanguageChoice languages,
      Accounts accounts,
      Vault vault,
      boolean testMode) {
    super(
        new PanelPages(
            templates,
            assets,
            testMode,
            "dashboard",
            "Payment Link Service",
            DashboardPaths.HOME.to(),
            languages),
        DashboardPaths.OWN);
    this.languages = languages;
    this.assets = assets;
    this.sessions = accounts.sessions();
    this.calls = accounts.calls();
    this.profile = accounts.company().profile();
    this.proofPage = new ProofPage(accounts.self(), accounts.sso().signIn(), vault);
  }

  /**
   * Returns the route of a form that changes something, for users with this role or a higher one.
   */
  public Route form(Role role, PagePath path, Function<MerchantVisit, Answer> room) {
    return form(role, Guard.NONE, path, room);
  }

  /** Returns the route of a form that changes something, behind a guard. */
  public Route form(Role role, Guard guard, PagePath path, Function<MerchantVisit, Answer> room) {
    return form(role, visit -> guard, path, false, room);
  }

  /** Returns the route of a form whose content decides about its guard. */
  public Route form(
      Role role,
      Function<MerchantVisit, Guard> guard,
      PagePath path,
      Function<MerchantVisit, Answer> room) {
    return form(role, guard, path, false, room);
  }

  /**
   * Returns the route of a form that is open before an owner has proven an address: about the
   * profile, the company details, or the user's own security.
   */
  public Route unprovenForm(
      Role role, Guard guard, PagePath path, Function<MerchantVisit, Answer> room) {
    return form(role, visit -> guard, path, true, room);
  }

  private Route form(
      Role role,
      Function<MerchantVisit, Guard> guard,
      PagePath path,
      boolean unproven,
      Function<MerchantVisit, Answer> room) {
    return signedInForm(
        path,
        visit -> {
          calls.admitted(visit.signedIn().require(role), unproven);
          return proofPage.admit(visit, guard, room);
        });
  }

  /**
   * Starts the session of a user of this merchant who has just signed in, and redirects to that
   * path.
   */
  public Answer welcome(Request request, AccountSessions.Opened opened, String path) {
    request.actor(opened.session().realm().toString());
    return sessions.opened(Answer.seeOther(path), opened);
  }

  /** Returns the words in the language of the one who asks. */
  public Words words(Request request) {
    return pages().words(request);
  }

  /** Returns the panel of a page that needs no sign-in. */
  public Panel openPanel(Request request, String titleKey) {
    return pages().panel(request, words(request).get(titleKey));
  }

  /** Returns the routes of the files for the pages, and a page for every unknown path. */
  public List<Route> routes() {
    List<Route> routes = new ArrayList<>(assets.routes());
    routes.add(openForm(DashboardPaths.LANGUAGE, languages::keep));
    routes.add(
        openPage(DashboardPaths.ANYTHING_ELSE, request -> notFound(request, visit(request))));
    routes.add(otherwise(DashboardPaths.ANYTHING_ELSE));
    return routes;
  }

  @Override
  protected @Nullable MerchantVisit visit(Request request) {
    SignedIn signedIn = sessions.find(request);
    return signedIn == null
        ? null
        : new MerchantVisit(request, signedIn, profile.read(signedIn), pages(), words(request));
  }

  /** Leads somebody who lacks a required second factor to the page that sets one up. */
  @Override
  protected @Nullable Answer detour(MerchantVisit visit) {
    String path = visit.request().target().split("\\?", 2)[0];
    return visit.signedIn().lacksFactor() && !SETTING_UP.contains(path)
        ? DashboardNotice.FACTOR_FIRST.on(DashboardSection.SECURITY)
        : null;
  }

  @Override
  protected void requireOwnPage(Request request) {
    calls.requireAtTheDoor(request);
  }
}
