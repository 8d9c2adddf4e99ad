package dev.paylink.payout;

import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.SignatureCheck;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Role;
import dev.paylink.operator.Operators;
import dev.paylink.payment.api.Payments;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Route;
import dev.paylink.webhook.Webhooks;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;

/** The payout part, assembled. */
public final class Payouts {
  private final MerchantPayouts own;
  private final ReportPayout report;
  private final SimulatePayout simulate;
  private final PayoutRoutes routes;
  private final PayoutOperatorRoutes operatorRoutes;

  public Payouts(
      Database database,
      SignatureCheck signatures,
      Secret callbackSecret,
      boolean testMode,
      ServerCalls calls,
      MerchantCalls merchants,
      Operators operators,
      Payments payments,
      Webhooks webhooks,
      MeterRegistry registry) {
    PayoutJson json = new PayoutJson(testMode);
    ApplyPayout apply = new ApplyPayout(database, payments, webhooks, json, registry);
    this.own = new MerchantPayouts(database.jdbi());
    this.report =
        new ReportPayout(
            apply,
            operators,
            () -> {
              webhooks.lookAgain();
              payments.waits().hintOthers();
            });
    this.simulate = new SimulatePayout(apply, own, database.clock());
    this.routes =
        new PayoutRoutes(
            calls.shared(KeyScope.PAYOUTS_READ),
            merchants.shared(Role.viewer),
            signatures,
            callbackSecret,
            apply,
            own,
            json);
    this.operatorRoutes = new PayoutOperatorRoutes(operators.calls(), report);
  }

  /** Returns what merchants read of their payouts. */
  public MerchantPayouts own() {
    return own;
  }

  /** Returns how operators report a payout. */
  public ReportPayout report() {
    return report;
  }

  /** Returns how a sandbox makes payouts. */
  public SimulatePayout simulate() {
    return simulate;
  }

  public List<Route> routes() {
    return routes.routes();
  }

  public List<Route> internalRoutes() {
    return Stream.concat(routes.internalRoutes().stream(), operatorRoutes.routes().stream())
        .toList();
  }
}
