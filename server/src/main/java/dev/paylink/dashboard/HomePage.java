package dev.paylink.dashboard;

import dev.paylink.credential.MerchantApiKeys;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.dashboard.payments.PaymentsQuery;
import dev.paylink.dashboard.payments.PayoutPages;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.operator.VerificationDecision;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.user.Role;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.PaymentFilter;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.payment.read.PaymentSearch;
import dev.paylink.payout.MerchantPayouts;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.figures.DailyFigures;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.ListEvents;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookHealth;
import dev.paylink.webhook.settings.WebhookScope;
import dev.paylink.webhook.settings.WebhookSettings;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first page: what needs attention, the checklist until every step is done, the newest payments
 * and the last thirty days.
 */
record HomePage(
    DashboardDoor door,
    MerchantApiKeys keys,
    WebhookSettings webhooks,
    DailyFigures figures,
    ListPayments payments,
    MerchantRefunds refunds,
    MerchantPayouts payouts,
    ListEvents events,
    ConfirmEmail confirmEmail,
    ChangeVerification verification,
    boolean testMode) {
  private static final int MAX_RECENT = 5;
  private static final int MAX_COUNTED = 20;
  private static final String EXHAUSTED = DeliveryState.exhausted.name();
  private static final PaymentFilter EVERYTHING =
      new PaymentFilter(new PaymentSearch.Everything(), null, null, null);

  /**
   * @param failing the webhooks whose deliveries fail
   * @param attention what else waits for somebody
   * @param recent the newest payments
   * @param unproven the e-mail address that is still to be confirmed; null if none is
   * @param news about the last form; null if there is none
   */
  record View(
      Panel panel,
      Role role,
      Checklist checklist,
      FiguresChart chart,
      List<FailingWebhook> failing,
      List<Attention> attention,
      List<Payment> recent,
      @Nullable String unproven,
      @Nullable String news) {
    boolean may(Checklist.Step step) {
      return role.includes(step.needed());
    }

    boolean mayCreate() {
      return role.includes(Role.developer);
    }

    /** Tells whether this is the one step that the page highlights. */
    boolean isNext(Checklist.Step step) {
      return may(step) && step.equals(checklist.next());
    }
  }

  /** A webhook that fails, and why. */
  record FailingWebhook(WebhookScope scope, WebhookHealth health) {
    String path() {
      return DashboardPaths.WEBHOOKS.to() + "#scope-" + scope;
    }
  }

  /** Something that waits for somebody, how often, and the page that shows it. */
  record Attention(String key, long count, String path) {
    /** Returns the count; more than we care to count are "20+". */
    String number() {
      return count > MAX_COUNTED ? MAX_COUNTED + "+" : Long.toString(count);
    }
  }

  List<Route> routes() {
    Route page = door.page(DashboardPaths.HOME, this::show);
    return testMode
        ? List.of(page, door.form(Role.owner, DashboardPaths.SANDBOX_VERIFY, this::verify))
        : List.of(page);
  }

  /** Decides as an operator would; the revision keeps a suspension that came meanwhile. */
  private Answer verify(MerchantVisit visit) {
    Merchant merchant = visit.merchant();
    if (Checklist.isVerifiedAtWill(merchant)) {
      verification.handle(
          merchant.id(),
          new VerificationDecision(Verification.KybVerified, null, merchant.revision()),
          visit.signedIn().actor());
    }
    return DashboardNotice.SANDBOX_VERIFIED.on(DashboardSection.HOME);
  }

  private Answer show(MerchantVisit visit) {
    Checklist checklist =
        Checklist.of(
            visit.merchant(),
            keys.list(visit.merchantId()),
            webhooks.find(visit.merchantId(), WebhookScope.invoice_settlement),
            testMode,
            visit.words());
    FiguresChart chart = FiguresChart.of(figures.of(visit.merchantId()));
    View view =
        new View(
            visit.panel(DashboardSection.HOME),
            visit.signedIn().role(),
            checklist,
            chart,
            failing(visit.merchantId()),
            attention(visit.merchantId()),
            payments.page(visit.merchantId(), EVERYTHING, Window.first(MAX_RECENT)).payments(),
            confirmEmail.isConfirmed(visit.signedIn()) ? null : visit.signedIn().email(),
            visit.news());
    return Answer.html(visit.draw("home", view));
  }

  /** Returns what waits: each number counts the rows of the page behind it. */
  private List<Attention> attention(MerchantId merchant) {
    return Stream.of(
            new Attention(
                "home.tosend",
                refunds.toSend(merchant, MAX_COUNTED + 1).size(),
                DashboardPaths.REFUNDS.to()),
            new Attention(
                "home.noaddress",
                refunds.withoutAddress(merchant, MAX_COUNTED + 1).size(),
                DashboardPaths.REFUNDS.to()),
            new Attention(
                "home.partly",
                count(merchant, new PaymentSearch.PartlyPaid()),
                DashboardPaths.PAYMENTS.to() + "?status=" + PaymentsQuery.PARTLY_PAID),
            new Attention(
                "home.held",
                count(merchant, new PaymentSearch.Held()),
                DashboardPaths.PAYMENTS.to() + "?status=" + PaymentsQuery.HELD),
            new Attention(
                "home.differing",
                payouts.differing(merchant, null, MAX_COUNTED + 1).items().size(),
                PayoutPages.differingPath()),
            new Attention(
                "home.givenup",
                events.page(merchant, EXHAUSTED, null, MAX_COUNTED + 1).items().size(),
                DashboardPaths.EVENTS.to() + "?state=" + EXHAUSTED))
        .filter(each -> each.count > 0)
        .toList();
  }

  private int count(MerchantId merchant, PaymentSearch search) {
    PaymentFilter filter = new PaymentFilter(search, null, null, null);
    return payments.page(merchant, filter, Window.first(MAX_COUNTED + 1)).payments().size();
  }

  private List<FailingWebhook> failing(MerchantId merchant) {
    return webhooks.all(merchant).stream()
        .filter(Webhook::active)
        .map(webhook -> new FailingWebhook(webhook.scope(), webhooks.health(merchant, webhook)))
        .filter(webhook -> webhook.health.state() == WebhookHealth.State.failing)
        .toList();
  }
}
