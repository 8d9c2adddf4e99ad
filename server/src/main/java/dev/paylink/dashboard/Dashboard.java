package dev.paylink.dashboard;

import dev.paylink.dashboard.account.AuditPage;
import dev.paylink.dashboard.account.InvitationPage;
import dev.paylink.dashboard.account.SecondStep;
import dev.paylink.dashboard.account.SecurityPage;
import dev.paylink.dashboard.account.SettingsPage;
import dev.paylink.dashboard.account.SignInPage;
import dev.paylink.dashboard.account.SignUpPage;
import dev.paylink.dashboard.account.TeamPage;
import dev.paylink.dashboard.account.TwoFactorPage;
import dev.paylink.dashboard.developers.ApiKeys;
import dev.paylink.dashboard.developers.KeysPage;
import dev.paylink.dashboard.developers.WebhooksPage;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.audit.AccountLinks;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.figures.DailyFigures;
import dev.paylink.webhook.settings.WebhookSettings;
import java.util.ArrayList;
import java.util.List;

/** The dashboard's door with the pages about the account behind it, put together. */
public final class Dashboard {
  /** Where it is found. */
  public static final String PATH = DashboardPaths.HOME.to();

  private final List<Route> routes = new ArrayList<>();

  public Dashboard(
      DashboardDoor door,
      Accounts accounts,
      Vault vault,
      ApiKeys keys,
      WebhookSettings webhooks,
      DailyFigures figures) {
    routes.addAll(door.routes());
    routes.addAll(new SignUpPage(door, accounts).routes());
    routes.addAll(new SignInPage(door, accounts, new SecondStep(vault)).routes());
    routes.addAll(new InvitationPage(door, accounts).routes());
    routes.addAll(new HomePage(door, keys.list(), webhooks, figures).routes());
    routes.addAll(new SettingsPage(door, accounts).routes());
    routes.addAll(new KeysPage(door, keys).routes());
    routes.addAll(new WebhooksPage(door, webhooks).routes());
    routes.addAll(new TeamPage(door, accounts).routes());
    routes.addAll(new SecurityPage(door, accounts).routes());
    routes.addAll(new TwoFactorPage(door, accounts).routes());
    routes.addAll(new AuditPage(door, accounts.readAudit()).routes());
  }

  /** Where letters about an account lead to. */
  public static AccountLinks accountLinks(String baseUrl) {
    String base = withoutSlash(baseUrl);
    return new AccountLinks(
        base + DashboardPaths.SETTINGS.to(),
        base + DashboardPaths.SECURITY.to(),
        base + DashboardPaths.KEYS.to(),
        base + DashboardPaths.WEBHOOKS.to(),
        token -> base + DashboardPaths.INVITATION.to(token));
  }

  /** Where a merchant sees its events and how their deliveries went. */
  public static String eventsUrl(String baseUrl) {
    return withoutSlash(baseUrl) + DashboardPaths.EVENTS.to();
  }

  private static String withoutSlash(String baseUrl) {
    return baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
  }

  public List<Route> routes() {
    return routes;
  }
}
