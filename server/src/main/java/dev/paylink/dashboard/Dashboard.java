package dev.paylink.dashboard;

import dev.paylink.credential.ChangeApiKey;
import dev.paylink.credential.CreateApiKey;
import dev.paylink.credential.ListApiKeys;
import dev.paylink.merchant.ChangeProfile;
import dev.paylink.merchant.MerchantSessions;
import dev.paylink.merchant.RegisterMerchant;
import dev.paylink.merchant.RegistrationBudget;
import dev.paylink.merchant.SignIn;
import dev.paylink.merchant.SubmitKyb;
import dev.paylink.platform.http.Route;
import dev.paylink.webhook.WebhookSettings;
import java.util.ArrayList;
import java.util.List;

/** The dashboard's door with the pages about the account behind it, put together. */
public final class Dashboard {
  private final List<Route> routes = new ArrayList<>();

  public Dashboard(
      DashboardDoor door,
      MerchantSessions sessions,
      RegisterMerchant register,
      RegistrationBudget registrations,
      SignIn signIn,
      ChangeProfile changeProfile,
      SubmitKyb submitKyb,
      ApiKeys keys,
      WebhookSettings webhooks) {
    routes.addAll(door.routes());
    routes.addAll(new SignUpPage(door, sessions, register, registrations).routes());
    routes.addAll(new SignInPage(door, sessions, signIn).routes());
    routes.addAll(new HomePage(door, keys.list(), webhooks).routes());
    routes.addAll(new SettingsPage(door, changeProfile, submitKyb).routes());
    routes.addAll(new KeysPage(door, keys).routes());
    routes.addAll(new WebhooksPage(door, webhooks).routes());
  }

  /**
   * What can be done about API keys; a new one may make {@code defaultLimit} calls a minute to
   * {@code baseUrl}.
   */
  public record ApiKeys(
      ListApiKeys list,
      CreateApiKey create,
      ChangeApiKey change,
      int defaultLimit,
      String baseUrl) {}

  public List<Route> routes() {
    return routes;
  }
}
