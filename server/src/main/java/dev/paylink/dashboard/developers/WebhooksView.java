package dev.paylink.dashboard.developers;

import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.settings.Retry;
import dev.paylink.webhook.settings.SigningSecret;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookHealth;
import dev.paylink.webhook.settings.WebhookScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The webhooks page, with one part for each scope. */
public record WebhooksView(
    Panel panel, boolean mayChange, @Nullable String news, List<ScopeView> scopes) {

  /**
   * One scope. {@code secret} is set only this once, {@code test} only right after a test.
   *
   * @param health null without a webhook
   * @param live whether real money moves
   */
  public record ScopeView(
      WebhookScope scope,
      @Nullable Webhook webhook,
      @Nullable WebhookHealth health,
      boolean live,
      WebhookForm form,
      @Nullable SigningSecret secret,
      @Nullable AttemptResult test) {

    public String title(Words words) {
      return words.get("webhooks." + scope.name());
    }

    public String text(Words words) {
      return words.get("webhooks." + scope.name() + ".text");
    }

    /** Tells whether the form asks to be tried for longer than a restart takes. */
    public boolean asksForExtended() {
      return live && (webhook == null || webhook.retry() == Retry.standard);
    }

    /** Returns the tone of the state, for an active webhook. */
    public String tone() {
      return health == null ? "calm" : WebhooksView.tone(health.state());
    }

    /** Returns how many attempts of a day were delivered. */
    public String share(Words words, WebhookHealth.Share share) {
      return share.attempts() == 0
          ? words.get("webhooks.noattempts")
          : words.get(
              "webhooks.share", share.delivered(), share.attempts(), share.percent() + " %");
    }

    ScopeView withForm(WebhookForm filled) {
      return new ScopeView(scope, webhook, health, live, filled, secret, test);
    }

    ScopeView withSecret(SigningSecret shown) {
      return new ScopeView(scope, webhook, health, live, form, shown, test);
    }

    ScopeView withTest(AttemptResult outcome) {
      return new ScopeView(scope, webhook, health, live, form, secret, outcome);
    }
  }

  static WebhooksView of(
      MerchantVisit visit,
      Function<WebhookScope, @Nullable Webhook> find,
      Function<Webhook, WebhookHealth> health,
      boolean live) {
    List<ScopeView> scopes =
        Arrays.stream(WebhookScope.values())
            .map(scope -> scopeView(scope, find.apply(scope), health, live))
            .toList();
    return new WebhooksView(
        visit.panel(DashboardSection.WEBHOOKS), visit.may(Role.developer), visit.news(), scopes);
  }

  WebhooksView with(WebhookScope scope, UnaryOperator<ScopeView> change) {
    List<ScopeView> changed =
        scopes.stream().map(view -> view.scope() == scope ? change.apply(view) : view).toList();
    return new WebhooksView(panel, mayChange, null, changed);
  }

  private static String tone(WebhookHealth.State state) {
    return switch (state) {
      case unknown -> "calm";
      case healthy -> "good";
      case degraded -> "warn";
      case failing -> "bad";
    };
  }

  private static ScopeView scopeView(
      WebhookScope scope,
      @Nullable Webhook webhook,
      Function<Webhook, WebhookHealth> health,
      boolean live) {
    return new ScopeView(
        scope,
        webhook,
        webhook == null ? null : health.apply(webhook),
        live,
        WebhookForm.of(scope, webhook),
        null,
        null);
  }
}
