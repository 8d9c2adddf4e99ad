package dev.paylink.sandbox;

import dev.paylink.checkout.Simulation;
import dev.paylink.credential.ApiKeys;
import dev.paylink.merchant.Accounts;
import dev.paylink.payment.api.Payments;
import dev.paylink.payout.SimulatePayout;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.SimulatedNetwork;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.SimulatedRefunds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sandbox part, assembled: simulated outcomes, a clock to move, and a merchant that is ready to
 * use.
 */
public final class Sandbox {
  private final SimulateOutcome simulation;
  private final SimulateRoutes routes;
  private final SimulatePayoutRoutes payoutRoutes;
  private final ClockRoutes clockRoutes;
  private final SandboxMerchant maker;

  public Sandbox(
      SimulatedNetwork network,
      SandboxClock clock,
      ApplyReport apply,
      Payments payments,
      Accounts accounts,
      ApiKeys keys,
      MerchantRefunds refunds,
      SimulatedRefunds refundNetwork,
      SimulatePayout payouts) {
    this.simulation = new SimulateOutcome(apply, payments.currencies(), network, clock.clock());
    this.routes =
        new SimulateRoutes(keys.calls(), payments.reader(), simulation, refunds, refundNetwork);
    this.payoutRoutes = new SimulatePayoutRoutes(keys.calls(), payouts);
    this.clockRoutes =
        new ClockRoutes(keys.calls(), clock, accounts, keys.credentials()::forgetAll);
    this.maker = new SandboxMerchant(accounts, keys.own());
  }

  /** Returns the simulation of outcomes for the hosted page. */
  public Simulation simulation() {
    return simulation;
  }

  public List<Route> routes() {
    return Stream.of(routes.routes(), payoutRoutes.routes(), clockRoutes.routes())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Makes the merchant at the first start, and writes the file with the addresses of this start.
   */
  public SandboxFile.Access ready(
      Path dataFolder,
      BaseUrl baseUrl,
      String internalUrl,
      Secret callbackSecret,
      Secret adminToken) {
    return new SandboxFile(dataFolder)
        .write(baseUrl, internalUrl, callbackSecret, adminToken, maker);
  }
}
