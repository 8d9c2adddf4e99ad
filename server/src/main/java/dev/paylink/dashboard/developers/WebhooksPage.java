package dev.paylink.dashboard.developers;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.settings.SigningSecret;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookRoutes;
import dev.paylink.webhook.settings.WebhookScope;
import dev.paylink.webhook.settings.WebhookSettings;
import dev.paylink.webhook.settings.WebhookSettings.Configured;
import dev.paylink.webhook.settings.WebhookSettings.Wish;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The webhook of each scope: set it up, test it, and delete it. */
public record WebhooksPage(DashboardDoor door, WebhookSettings settings, boolean testMode) {
  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.WEBHOOKS, visit -> Answer.html(draw(visit, view(visit)))),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.WEBHOOK, this::configure),
        door.form(
            Role.developer,
            Guard.MONEY,
            DashboardPaths.WEBHOOK_PAUSE,
            visit -> activate(visit, false)),
        door.form(
            Role.developer,
            Guard.MONEY,
            DashboardPaths.WEBHOOK_RESUME,
            visit -> activate(visit, true)),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.WEBHOOK_ROTATE, this::rotate),
        door.form(Role.developer, DashboardPaths.WEBHOOK_TEST, this::test),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.WEBHOOK_DELETE, this::delete));
  }

  private Answer configure(MerchantVisit visit) {
    WebhookScope scope = scope(visit);
    WebhookForm form = WebhookForm.of(visit.request(), scope);
    return attempt(
        visit,
        scope,
        form,
        () -> {
          Configured configured = save(visit, scope, WebhookRoutes.wish(form.fields(), scope));
          SigningSecret secret = configured.newSecret();
          return secret == null
              ? DashboardNotice.WEBHOOK.on(DashboardSection.WEBHOOKS)
              : shown(visit, scope, secret);
        });
  }

  /**
   * Resumes or pauses a webhook. A refusal, for example of an address that became private, is shown
   * next to the address.
   */
  private Answer activate(MerchantVisit visit, boolean active) {
    WebhookScope scope = scope(visit);
    Webhook webhook = require(settings.find(visit.merchantId(), scope));
    return attempt(
        visit,
        scope,
        WebhookForm.of(scope, webhook),
        () -> {
          save(visit, scope, new Wish(webhook.url(), active, null, null));
          return (active ? DashboardNotice.WEBHOOK_RESUMED : DashboardNotice.WEBHOOK_PAUSED)
              .on(DashboardSection.WEBHOOKS);
        });
  }

  private Answer rotate(MerchantVisit visit) {
    WebhookScope scope = scope(visit);
    return shown(
        visit, scope, settings.rotate(visit.merchantId(), scope, visit.signedIn().actor()));
  }

  /** Sends a test. The response page shows its result; sending the form again repeats the test. */
  private Answer test(MerchantVisit visit) {
    WebhookScope scope = scope(visit);
    return attempt(
        visit,
        scope,
        WebhookForm.of(scope, settings.find(visit.merchantId(), scope)),
        () -> {
          AttemptResult result = settings.test().handle(visit.merchantId(), scope);
          return Answer.html(draw(visit, view(visit).with(scope, it -> it.withTest(result))));
        });
  }

  private Answer delete(MerchantVisit visit) {
    settings.delete(visit.merchantId(), scope(visit), visit.signedIn().actor());
    return DashboardNotice.WEBHOOK_DELETED.on(DashboardSection.WEBHOOKS);
  }

  private Answer attempt(
      MerchantVisit visit, WebhookScope scope, WebhookForm form, Supplier<Answer> work) {
    return form.form()
        .attempt(
            work,
            again ->
                draw(
                    visit,
                    view(visit).with(scope, it -> it.withForm(new WebhookForm(scope, again)))));
  }

  private Configured save(MerchantVisit visit, WebhookScope scope, Wish wish) {
    return settings.configure(visit.merchantId(), scope, wish, visit.signedIn().actor());
  }

  private Answer shown(MerchantVisit visit, WebhookScope scope, SigningSecret secret) {
    return Answer.html(draw(visit, view(visit).with(scope, it -> it.withSecret(secret))));
  }

  private WebhooksView view(MerchantVisit visit) {
    return WebhooksView.of(
        visit,
        scope -> settings.find(visit.merchantId(), scope),
        webhook -> settings.health(visit.merchantId(), webhook),
        !testMode);
  }

  private static WebhookScope scope(MerchantVisit visit) {
    return WebhookRoutes.scope(visit.request());
  }

  private static Webhook require(@Nullable Webhook webhook) {
    if (webhook == null) {
      throw WebhookRoutes.notFound();
    }
    return webhook;
  }

  private static byte[] draw(MerchantVisit visit, WebhooksView view) {
    return visit.draw("webhooks", view);
  }
}
