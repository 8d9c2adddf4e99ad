package dev.paylink.checkout;

import dev.paylink.invoice.Currencies;
import dev.paylink.payment.ChooseAmount;
import dev.paylink.payment.HostedPayments;
import dev.paylink.payment.PaymentReader;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.session.SessionCodes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The hosted page, put together. */
public final class Checkout {
  private final List<Route> routes = new ArrayList<>();

  /**
   * {@code network} is where a wallet sends to, null where nothing can be sent yet; {@code
   * simulation} is null outside a sandbox.
   */
  public Checkout(
      Jdbi jdbi,
      PaymentReader reader,
      Currencies currencies,
      RequestLimiter limiter,
      String baseUrl,
      boolean testMode,
      @Nullable String network,
      SessionCodes codes,
      @Nullable Simulation simulation) {
    Assets assets = new Assets();
    LinkDoor door = new LinkDoor(new HostedPayments(reader), limiter);
    Visits visits = new Visits(door, new Pages(), new Pages.Setting(Texts.all(), assets, testMode));
    PaymentViews views =
        new PaymentViews(currencies, network, simulation != null, InstantSource.system());
    routes.addAll(assets.routes());
    routes.addAll(new PaymentPage(visits, views, baseUrl).routes());
    routes.addAll(new AmountPage(visits, views, new ChooseAmount(jdbi, currencies)).routes());
    routes.addAll(new ReceiptPage(visits).routes());
    routes.addAll(new SimulationForm(visits, simulation).routes());
    routes.addAll(new PageSession(door, codes, limiter).routes());
  }

  public List<Route> routes() {
    return routes;
  }
}
