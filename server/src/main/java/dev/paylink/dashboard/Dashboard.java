package dev.paylink.dashboard;

import dev.paylink.account.signin.SecondStepSeal;
import dev.paylink.checkout.invoice.MerchantInvoices;
import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.credential.ApiKeys;
import dev.paylink.dashboard.account.AuditPage;
import dev.paylink.dashboard.account.BrandPage;
import dev.paylink.dashboard.account.ConfirmEmailPage;
import dev.paylink.dashboard.account.FreezePage;
import dev.paylink.dashboard.account.InvitationPage;
import dev.paylink.dashboard.account.ResetPage;
import dev.paylink.dashboard.account.RulesPage;
import dev.paylink.dashboard.account.SecurityPage;
import dev.paylink.dashboard.account.SettingsPage;
import dev.paylink.dashboard.account.SignInPage;
import dev.paylink.dashboard.account.SignUpPage;
import dev.paylink.dashboard.account.SsoSettingsPage;
import dev.paylink.dashboard.account.TeamPage;
import dev.paylink.dashboard.developers.KeysPage;
import dev.paylink.dashboard.developers.RequestsPage;
import dev.paylink.dashboard.developers.SignaturePage;
import dev.paylink.dashboard.developers.WebhooksPage;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.payments.CollectPage;
import dev.paylink.dashboard.payments.EventPages;
import dev.paylink.dashboard.payments.InvoicePages;
import dev.paylink.dashboard.payments.NewLinkPage;
import dev.paylink.dashboard.payments.PaymentPages;
import dev.paylink.dashboard.payments.PaymentsPage;
import dev.paylink.dashboard.payments.PayoutPages;
import dev.paylink.dashboard.payments.Redelivery;
import dev.paylink.dashboard.payments.RefundPages;
import dev.paylink.dashboard.payments.ReusableLinksPage;
import dev.paylink.dashboard.payments.StatementsPage;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceQueries;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.audit.AccountLinks;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.payment.api.Payments;
import dev.paylink.payment.read.PaymentCustomerQueries;
import dev.paylink.payment.reuse.MerchantLinks;
import dev.paylink.payout.MerchantPayouts;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.Templates;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.requestlog.ReadRequests;
import dev.paylink.settlement.Settlements;
import dev.paylink.settlement.accept.ShortPayments;
import dev.paylink.settlement.figures.FlagQueries;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.SimulatedRefunds;
import dev.paylink.webhook.Webhooks;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The wiring of the dashboard: its door and the pages behind it. */
public final class Dashboard {
  /** The path of the dashboard. */
  public static final String PATH = DashboardPaths.HOME.to();

  /** All texts of the dashboard; each part has its own file. */
  static final Map<Language, Texts> TEXTS =
      Texts.all(
          Panel.class,
          DashboardDoor.class,
          Dashboard.class,
          PaymentsPage.class,
          KeysPage.class,
          TeamPage.class);

  private final List<Route> routes = new ArrayList<>();

  public Dashboard(
      Database database,
      Vault vault,
      Templates templates,
      BaseUrl baseUrl,
      boolean testMode,
      Accounts accounts,
      AddressWarnings warnings,
      ReadRequests readRequests,
      ApiKeys keys,
      Payments payments,
      MerchantLinks links,
      MerchantInvoices ownInvoices,
      CollectableMoney collectable,
      List<String> collectedChains,
      Settlements settlements,
      ShortPayments shortPayments,
      MerchantRefunds refunds,
      @Nullable SimulatedRefunds simulated,
      MerchantPayouts payouts,
      Webhooks webhooks,
      RequestLimiter limiter) {
    DashboardDoor door =
        new DashboardDoor(templates, TEXTS, accounts, vault, baseUrl.secure(), testMode);
    routes.addAll(door.routes());
    routes.addAll(
        new SignUpPage(door, accounts.signUp().registerMerchant(), accounts.sessions()).routes());
    SecondStepSeal seal = new SecondStepSeal(vault, "dashboard second step");
    routes.addAll(new SignInPage(door, accounts, seal, baseUrl.secure()).routes());
    routes.addAll(
        new InvitationPage(door, accounts.teams().invitations(), accounts.sessions()).routes());
    routes.addAll(new ResetPage(door, accounts).routes());
    routes.addAll(new FreezePage(door, accounts.teams().freezeAccount()).routes());
    routes.addAll(new ConfirmEmailPage(door, accounts.signUp().confirmEmail()).routes());
    routes.addAll(
        new HomePage(
                door,
                keys.own(),
                webhooks.settings(),
                settlements.figures(),
                payments.list(),
                refunds,
                payouts,
                webhooks.events(),
                accounts.signUp().confirmEmail(),
                accounts.review().changeVerification(),
                testMode)
            .routes());
    routes.addAll(new SettingsPage(door, accounts, warnings).routes());
    routes.addAll(new RulesPage(door, shortPayments.rules()).routes());
    routes.addAll(new BrandPage(door, accounts.company().brand()).routes());
    routes.addAll(new KeysPage(door, keys.own(), baseUrl).routes());
    routes.addAll(new WebhooksPage(door, webhooks.settings(), testMode).routes());
    routes.addAll(new RequestsPage(door, readRequests).routes());
    routes.addAll(new TeamPage(door, accounts.teams(), accounts.sso().configure()).routes());
    routes.addAll(new SsoSettingsPage(door, accounts.sso()).routes());
    routes.addAll(new SecurityPage(door, accounts.self()).routes());
    routes.addAll(new AuditPage(door, accounts.audit().read()).routes());
    Jdbi jdbi = database.jdbi();
    InvoiceQueries invoices = new InvoiceQueries(jdbi);
    FlagQueries flags = new FlagQueries(jdbi);
    Redelivery redelivery = new Redelivery(webhooks.redeliver());
    routes.addAll(new PaymentsPage(door, payments.list()).routes());
    routes.addAll(
        new PaymentPages(
                door,
                jdbi,
                accounts.audit().log(),
                payments.reader(),
                payments.json(),
                invoices,
                flags,
                payments.networks(),
                links,
                settlements.cancel(),
                shortPayments.accept(),
                refunds,
                webhooks.events(),
                redelivery)
            .routes());
    routes.addAll(
        new RefundPages(
                door,
                refunds,
                payments.reader(),
                new PaymentCustomerQueries(jdbi),
                payments.networks(),
                baseUrl,
                simulated)
            .routes());
    routes.addAll(new PayoutPages(door, payouts).routes());
    routes.addAll(new InvoicePages(door, invoices, ownInvoices, payments.list()).routes());
    routes.addAll(new StatementsPage(door, settlements.statements()).routes());
    routes.addAll(new CollectPage(door, collectable, collectedChains).routes());
    routes.addAll(new EventPages(door, webhooks.events(), redelivery).routes());
    routes.addAll(new NewLinkPage(door, payments.createLink(), payments.currencies()).routes());
    routes.addAll(new ReusableLinksPage(door, links, payments.currencies()).routes());
    routes.addAll(new SignaturePage(door, InstantSource.system()).routes());
  }

  /** Returns the links for letters about an account. */
  public static AccountLinks accountLinks(BaseUrl baseUrl) {
    return new AccountLinks(
        baseUrl.resolve(DashboardPaths.SETTINGS.to()),
        baseUrl.resolve(DashboardPaths.TEAM.to()),
        baseUrl.resolve(DashboardPaths.SECURITY.to()),
        baseUrl.resolve(DashboardPaths.KEYS.to()),
        baseUrl.resolve(DashboardPaths.WEBHOOKS.to()),
        token -> baseUrl.resolve(DashboardPaths.INVITATION.to(token)),
        token -> baseUrl.resolve(DashboardPaths.FREEZE.to(token)),
        token -> baseUrl.resolve(DashboardPaths.RESET.to(token)),
        token -> baseUrl.resolve(DashboardPaths.CONFIRM_EMAIL.to(token)));
  }

  /** Returns the URLs to which identity providers send people back, each to its own. */
  public static UnaryOperator<String> ssoRedirectUri(BaseUrl baseUrl) {
    return provider -> baseUrl.resolve(DashboardPaths.SIGN_IN_SSO_CALLBACK.to(provider));
  }

  /** Returns the URL of a merchant's events and the state of their deliveries. */
  public static String eventsUrl(BaseUrl baseUrl) {
    return baseUrl.resolve(DashboardPaths.EVENTS.to());
  }

  /** Where a merchant sees one of its payments. */
  public static String paymentUrl(BaseUrl baseUrl, PaymentId id) {
    return baseUrl.resolve(DashboardPaths.PAYMENT.to(id));
  }

  public List<Route> routes() {
    return routes;
  }
}
