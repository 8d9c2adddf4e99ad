package dev.paylink.dashboard;

import dev.paylink.credential.MerchantApiKeys;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.operator.VerificationDecision;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.figures.DailyFigures;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookHealth;
import dev.paylink.webhook.settings.WebhookScope;
import dev.paylink.webhook.settings.WebhookSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first page: the checklist, until every step is done, and the last thirty days. */
record HomePage(
    DashboardDoor door,
    MerchantApiKeys keys,
    WebhookSettings webhooks,
    DailyFigures figures,
    ConfirmEmail confirmEmail,
    ChangeVerification verification,
    boolean testMode) {
  /**
   * @param failing the webhooks whose deliveries fail
   * @param unproven the e-mail address that is still to be confirmed; null if none is
   * @param news about the last form; null if there is none
   */
  record View(
      Panel panel,
      Role role,
      Checklist checklist,
      FiguresChart chart,
      List<FailingWebhook> failing,
      @Nullable String unproven,
      @Nullable String news) {
    boolean may(Checklist.Step step) {
      return role.includes(step.needed());
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
            confirmEmail.isConfirmed(visit.signedIn()) ? null : visit.signedIn().email(),
            visit.news());
    return Answer.html(visit.draw("home", view));
  }

  private List<FailingWebhook> failing(MerchantId merchant) {
    return webhooks.all(merchant).stream()
        .filter(Webhook::active)
        .map(webhook -> new FailingWebhook(webhook.scope(), webhooks.health(merchant, webhook)))
        .filter(webhook -> webhook.health.state() == WebhookHealth.State.failing)
        .toList();
  }
}
