package dev.paylink.dashboard;

import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.dashboard.developers.SignaturePage;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.payments.CollectPage;
import dev.paylink.dashboard.payments.EventPage;
import dev.paylink.dashboard.payments.EventsPage;
import dev.paylink.dashboard.payments.InvoicePages;
import dev.paylink.dashboard.payments.NewLinkPage;
import dev.paylink.dashboard.payments.PaymentPages;
import dev.paylink.dashboard.payments.PaymentsPage;
import dev.paylink.dashboard.payments.Redelivery;
import dev.paylink.dashboard.payments.RefundPages;
import dev.paylink.dashboard.payments.ReusableLinksPage;
import dev.paylink.dashboard.payments.StatementsPage;
import dev.paylink.invoice.InvoiceQueries;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.brand.Logos;
import dev.paylink.payment.api.Payments;
import dev.paylink.payment.reuse.MerchantLinks;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.settlement.apply.CancelPayment;
import dev.paylink.settlement.figures.FlagQueries;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.SimulatedRefunds;
import dev.paylink.settlement.statement.ReadStatements;
import dev.paylink.webhook.Webhooks;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The wiring of the pages about payments and about the events that merchants receive. */
final class PaymentDashboard {
  private final List<Route> routes = new ArrayList<>();

  PaymentDashboard(
      DashboardDoor door,
      Jdbi jdbi,
      AuditLog audit,
      Payments payments,
      MerchantLinks links,
      CollectableMoney collectable,
      CancelPayment cancel,
      ReadStatements statements,
      MerchantRefunds refunds,
      @Nullable SimulatedRefunds simulated,
      Webhooks webhooks,
      RequestLimiter limiter,
      BaseUrl baseUrl,
      boolean testMode) {
    InvoiceQueries invoices = new InvoiceQueries(jdbi);
    FlagQueries flags = new FlagQueries(jdbi);
    Redelivery redelivery = new Redelivery(webhooks.redeliver());
    routes.addAll(new PaymentsPage(door, payments.list(), flags).routes());
    routes.addAll(
        new PaymentPages(
                door,
                jdbi,
                audit,
                payments.reader(),
                payments.json(),
                invoices,
                flags,
                links,
                cancel,
                refunds,
                webhooks.events(),
                redelivery)
            .routes());
    routes.addAll(new RefundPages(door, refunds, payments.reader(), baseUrl, simulated).routes());
    routes.addAll(
        new InvoicePages(door, invoices, payments.list(), flags, new Logos(jdbi), limiter, testMode)
            .routes());
    routes.addAll(new StatementsPage(door, statements).routes());
    routes.addAll(new CollectPage(door, collectable).routes());
    routes.addAll(new EventsPage(door, webhooks.events(), redelivery).routes());
    routes.addAll(new EventPage(door, webhooks.events(), redelivery).routes());
    routes.addAll(new NewLinkPage(door, payments.createLink(), payments.currencies()).routes());
    routes.addAll(new ReusableLinksPage(door, links, payments.currencies()).routes());
    routes.addAll(new SignaturePage(door, InstantSource.system()).routes());
  }

  List<Route> routes() {
    return routes;
  }
}
