package dev.paylink.desk;

import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.credential.ApiKeys;
import dev.paylink.desk.system.ReadSystem;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.ReadDossier;
import dev.paylink.operator.Operators;
import dev.paylink.payout.ReportPayout;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Templates;
import dev.paylink.settlement.erase.EraseCustomer;
import dev.paylink.settlement.figures.MismatchQueries;
import dev.paylink.settlement.suspend.SuspendTokens;
import dev.paylink.webhook.Webhooks;
import dev.paylink.webhook.delivery.DeliveryQueueQueries;
import dev.paylink.webhook.delivery.ExhaustedQueries;
import dev.paylink.webhook.delivery.RedeliverForAll;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;

/** The wiring of the operator's desk: its door and the pages behind it. */
public final class Desk {
  private final List<Route> routes = new ArrayList<>();
  private final boolean secure;

  /**
   * @param secure whether the listener of these pages uses TLS
   * @param testMode whether pages say that no real money moves
   */
  public record Options(boolean secure, boolean testMode, ReadSystem.Options system) {}

  public Desk(
      Options options,
      Templates templates,
      Operators operators,
      Vault vault,
      Database database,
      Accounts accounts,
      ApiKeys keys,
      Webhooks webhooks,
      EraseCustomer eraseCustomer,
      SuspendTokens suspendTokens,
      ReportPayout reportPayout,
      RedeliverForAll redeliverForAll,
      MeterRegistry registry) {
    Jdbi jdbi = database.jdbi();
    this.secure = options.secure();
    DeskSessions sessions = new DeskSessions(operators.sessions(), options.secure());
    DeskDoor door =
        new DeskDoor(
            templates,
            sessions,
            new DeskProof(operators, vault),
            operators.calls(),
            options.testMode());
    FindMerchants merchants = new FindMerchants(jdbi);
    ExhaustedQueries exhausted = new ExhaustedQueries(jdbi);
    MismatchQueries mismatches = new MismatchQueries(jdbi);
    DeliveryQueueQueries queue = new DeliveryQueueQueries(jdbi);
    MerchantPage merchantPage =
        new MerchantPage(
            door,
            new ReadDossier(jdbi),
            keys.own(),
            webhooks.settings(),
            accounts,
            operators.decisions(),
            operators.recoverAccount(),
            eraseCustomer);

    routes.addAll(door.routes());
    SecondStepSeal seal = new SecondStepSeal(vault, "desk second step");
    routes.addAll(new OperatorSignInPage(door, sessions, operators, seal, secure).routes());
    routes.addAll(new JoinPage(door, operators).routes());
    routes.addAll(new OperatorsPage(door, operators, this::joinUrl).routes());
    routes.addAll(new MyAccountPage(door, operators).routes());
    routes.addAll(new ApprovalsPage(door, operators, this::joinUrl).routes());
    routes.addAll(
        new OverviewPage(
                door,
                merchants,
                exhausted,
                webhooks.health(),
                mismatches,
                suspendTokens,
                queue,
                database,
                registry,
                accounts.audit().keys().published())
            .routes());
    ReviewPage review = new ReviewPage(door, merchants);
    routes.addAll(review.routes());
    routes.addAll(new NameForm(door, review, operators.decisions()).routes());
    routes.addAll(new MerchantsPage(door, merchants).routes());
    routes.addAll(merchantPage.routes());
    routes.addAll(new DecisionForm(door, merchantPage, merchants, operators.decisions()).routes());
    routes.addAll(new PayoutForm(door, merchantPage, reportPayout, database.clock()).routes());
    routes.addAll(
        new DeliveriesPage(
                door,
                merchants,
                exhausted,
                webhooks.health(),
                webhooks.redeliver(),
                redeliverForAll)
            .routes());
    routes.addAll(new MismatchesPage(door, mismatches).routes());
    routes.addAll(new TokensPage(door, suspendTokens).routes());
    routes.addAll(
        new SystemPage(
                door, new ReadSystem(jdbi, queue, exhausted, webhooks.health(), options.system()))
            .routes());
  }

  public List<Route> routes() {
    return routes;
  }

  /** Returns the link of an invitation's token, at the address by which this request came. */
  public String joinUrl(Request request, String token) {
    String origin = request.header(Headers.ORIGIN); // has the scheme, also behind a proxy
    String host = Objects.requireNonNullElse(request.header(Headers.HOST), "");
    String base =
        origin != null && DeskDoor.isOf(host, origin)
            ? origin
            : (secure ? "https://" : "http://") + host;
    return base + DeskPaths.JOIN.to(token);
  }
}
