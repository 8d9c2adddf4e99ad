package dev.paylink.checkout;

import dev.paylink.checkout.link.LinkCalls;
import dev.paylink.checkout.link.LinkDoor;
import dev.paylink.checkout.link.PageSession;
import dev.paylink.checkout.link.RefundLinks;
import dev.paylink.checkout.wallet.RelayedPayments;
import dev.paylink.checkout.wallet.SignedTransfers;
import dev.paylink.checkout.wallet.Suspensions;
import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.checkout.wallet.WalletRoutes;
import dev.paylink.checkout.x402.X402Routes;
import dev.paylink.merchant.brand.Logos;
import dev.paylink.payment.api.Payments;
import dev.paylink.payment.create.ChooseAmount;
import dev.paylink.payment.read.HostedPayments;
import dev.paylink.payment.reuse.UseLink;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Templates;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.session.SessionCodes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The wiring of the hosted page. */
public final class Checkout {
  /** The browser module of a session, which merchants' own pages use as well. */
  static final String MODULE = "paylink.js";

  static final List<String> SCRIPTS =
      List.of(MODULE, "pay.js", "wallet.js", "wallet-pay.js", "wallet-trouble.js");

  static final List<String> FILES =
      Stream.concat(SCRIPTS.stream(), Stream.of("sandbox.js", "pay.css", "guilloche.svg")).toList();

  private final List<Route> routes = new ArrayList<>();

  /**
   * Wires the parts. {@code wallet} is null if no chain is configured outside a sandbox, {@code
   * signedTransfers} if no relay runs, {@code simulation} outside a sandbox.
   */
  public Checkout(
      Jdbi jdbi,
      Templates templates,
      Payments payments,
      UseLink useLink,
      RequestLimiter limiter,
      BaseUrl baseUrl,
      boolean testMode,
      InstantSource clock,
      @Nullable WalletPayments wallet,
      RelayedPayments relay,
      @Nullable SignedTransfers signedTransfers,
      List<WalletApp> walletApps,
      TransferPayments transfers,
      Suspensions suspensions,
      SessionCodes codes,
      RefundLinks refunds,
      @Nullable Simulation simulation) {
    Map<Language, Texts> texts = Texts.all(Checkout.class);
    Assets assets = new Assets("/assets", Checkout.class, FILES);
    HostedPayments hosted = new HostedPayments(payments.reader());
    LinkDoor door = new LinkDoor(hosted, limiter);
    Visits visits =
        new Visits(
            door,
            new CheckoutPages(templates),
            new CheckoutPages.Setting(texts, assets, testMode),
            baseUrl.secure());
    PaymentViews views =
        new PaymentViews(
            templates,
            texts,
            wallet,
            walletApps,
            baseUrl,
            transfers,
            suspensions,
            simulation != null,
            clock);
    routes.addAll(assets.routes());
    routes.add(assets.published(MODULE));
    routes.add(visits.choosing());
    routes.addAll(new LinkPage(visits, views, baseUrl, transfers, limiter).routes());
    routes.addAll(
        new AmountPage(
                visits,
                views,
                new ChooseAmount(jdbi, payments.currencies(), payments.waits()),
                limiter)
            .routes());
    routes.addAll(new ReceiptPage(visits, new Logos(jdbi), limiter, payments.networks()).routes());
    routes.addAll(new ReusableLinkPage(visits, door, useLink).routes());
    routes.addAll(new RefundAddressPage(visits, door, hosted, refunds, limiter).routes());
    routes.addAll(new SimulationForm(visits, simulation).routes());
    LinkCalls calls = new LinkCalls(door, limiter);
    routes.addAll(new PageSession(calls, codes).routes());
    if (wallet != null) {
      routes.addAll(new WalletRoutes(calls, wallet, relay, InstantSource.system()).routes());
    }
    if (signedTransfers != null) {
      routes.addAll(
          new X402Routes(calls, signedTransfers, payments.waits(), baseUrl, InstantSource.system())
              .routes());
    }
  }

  public List<Route> routes() {
    return routes;
  }
}
