package dev.paylink.dashboard;

import dev.paylink.credential.ListApiKeys;
import dev.paylink.merchant.MerchantSessions;
import dev.paylink.merchant.RegisterMerchant;
import dev.paylink.merchant.RegistrationBudget;
import dev.paylink.merchant.SignIn;
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
      ListApiKeys listKeys,
      WebhookSettings webhooks) {
    routes.addAll(door.routes());
    routes.addAll(new SignUpPage(door, sessions, register, registrations).routes());
    routes.addAll(new SignInPage(door, sessions, signIn).routes());
    routes.addAll(new HomePage(door, listKeys, webhooks).routes());
  }

  public List<Route> routes() {
    return routes;
  }
}
