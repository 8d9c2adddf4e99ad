package dev.paylink.desk;

import dev.paylink.credential.ApiKeys;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.OperatorCalls;
import dev.paylink.merchant.operator.ReadDossier;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Templates;
import dev.paylink.settlement.figures.MismatchQueries;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.delivery.DeliveryQueueQueries;
import dev.paylink.webhook.delivery.ExhaustedQueries;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** The wiring of the operator's desk: its door and the pages behind it. */
public final class Desk {
  private final List<Route> routes = new ArrayList<>();

  /**
   * @param secure whether the listener of these pages uses TLS
   * @param testMode whether pages say that no real money moves
   */
  public record Options(Secret adminToken, boolean secure, boolean testMode) {}

  public Desk(
      Options options,
      Templates templates,
      OperatorCalls operator,
      Database database,
      Accounts accounts,
      ApiKeys keys,
      Webhooks webhooks,
      MeterRegistry registry) {
    Jdbi jdbi = database.jdbi();
    DeskSessions sessions =
        new DeskSessions(options.adminToken(), options.secure(), InstantSource.system());
    DeskDoor door = new DeskDoor(templates, sessions, options.testMode());
    FindMerchants merchants = new FindMerchants(jdbi);
    ExhaustedQueries exhausted = new ExhaustedQueries(jdbi);
    MismatchQueries mismatches = new MismatchQueries(jdbi);
    DeliveryQueueQueries queue = new DeliveryQueueQueries(jdbi);
    MerchantPage merchantPage =
        new MerchantPage(door, new ReadDossier(jdbi), keys.list(), webhooks.settings(), accounts);

    routes.addAll(door.routes());
    routes.addAll(new OperatorSignInPage(door, sessions, operator).routes());
    routes.addAll(
        new OverviewPage(
                door,
                merchants,
                exhausted,
                mismatches,
                queue,
                database,
                registry,
                accounts.auditKeys().published())
            .routes());
    ReviewPage review = new ReviewPage(door, merchants);
    routes.addAll(review.routes());
    routes.addAll(new NameForm(door, review, accounts.decideName()).routes());
    routes.addAll(new MerchantsPage(door, merchants).routes());
    routes.addAll(merchantPage.routes());
    routes.addAll(
        new DecisionForm(door, merchantPage, merchants, accounts.changeVerification()).routes());
    routes.addAll(new KeyForms(door, merchantPage, keys.change()).routes());
    routes.addAll(new DeliveriesPage(door, merchants, exhausted, webhooks.redeliver()).routes());
    routes.addAll(new MismatchesPage(door, mismatches).routes());
  }

  public List<Route> routes() {
    return routes;
  }
}
