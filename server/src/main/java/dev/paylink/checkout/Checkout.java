package dev.paylink.checkout;

import dev.paylink.invoice.Currencies;
import dev.paylink.payment.ChooseAmount;
import dev.paylink.payment.HostedPayments;
import dev.paylink.payment.PaymentReader;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Templates;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.session.SessionCodes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The hosted page, put together. */
public final class Checkout {
  /** The browser's half of a session, which merchants' own pages use as well. */
  static final String MODULE = "paylink.js";

  static final List<String> FILES = List.of(MODULE, "pay.js", "pay.css", "guilloche.svg");

  private final List<Route> routes = new ArrayList<>();

  /**
   * {@code network} is where a wallet sends to, null where nothing can be sent; so is {@code
   * wallet}. {@code simulation} is null outside a sandbox.
   */
  public Checkout(
      Jdbi jdbi,
      Templates templates,
      PaymentReader reader,
      Currencies currencies,
      RequestLimiter limiter,
      String baseUrl,
      boolean testMode,
      @Nullable String network,
      @Nullable WalletPayments wallet,
      SessionCodes codes,
      @Nullable Simulation simulation) {
    Assets assets = new Assets("/assets", Checkout.class, FILES);
    LinkDoor door = new LinkDoor(new HostedPayments(reader), limiter);
    Visits visits =
        new Visits(
            door,
            new Pages(templates),
            new Pages.Setting(Texts.all(Checkout.class), assets, testMode));
    PaymentViews views =
        new PaymentViews(currencies, network, simulation != null, InstantSource.system());
    routes.addAll(assets.routes());
    routes.add(assets.published(MODULE));
    routes.addAll(new PaymentPage(visits, views, baseUrl).routes());
    routes.addAll(new AmountPage(visits, views, new ChooseAmount(jdbi, currencies)).routes());
    routes.addAll(new ReceiptPage(visits).routes());
    routes.addAll(new SimulationForm(visits, simulation).routes());
    LinkCalls calls = new LinkCalls(door, limiter);
    routes.addAll(new PageSession(calls, codes).routes());
    if (wallet != null) {
      routes.addAll(new WalletRoutes(calls, wallet, InstantSource.system()).routes());
    }
  }

  public List<Route> routes() {
    return routes;
  }
}
