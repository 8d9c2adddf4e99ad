package dev.paylink.dashboard.developers;

import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.settings.SigningSecret;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The webhooks page, with one part for each scope. */
public record WebhooksView(
    Panel panel, boolean mayChange, @Nullable String news, List<ScopeView> scopes) {

  /** One scope. {@code secret} is set only this once, {@code test} only right after a test. */
  public record ScopeView(
      WebhookScope scope,
      @Nullable Webhook webhook,
      WebhookForm form,
      @Nullable SigningSecret secret,
      @Nullable AttemptResult test) {

    public String title(Words words) {
      return words.get("webhooks." + scope.name());
    }

    public String text(Words words) {
      return words.get("webhooks." + scope.name() + ".text");
    }

    ScopeView withForm(WebhookForm filled) {
      return new ScopeView(scope, webhook, filled, secret, test);
    }

    ScopeView withSecret(SigningSecret shown) {
      return new ScopeView(scope, webhook, form, shown, test);
    }

    ScopeView withTest(AttemptResult outcome) {
      return new ScopeView(scope, webhook, form, secret, outcome);
    }
  }

  static WebhooksView of(MerchantVisit visit, Function<WebhookScope, @Nullable Webhook> find) {
    List<ScopeView> scopes =
        Arrays.stream(WebhookScope.values())
            .map(scope -> scopeView(scope, find.apply(scope)))
            .toList();
    return new WebhooksView(
        visit.panel(DashboardSection.WEBHOOKS), visit.may(Role.developer), visit.news(), scopes);
  }

  WebhooksView with(WebhookScope scope, UnaryOperator<ScopeView> change) {
    List<ScopeView> changed =
        scopes.stream().map(view -> view.scope() == scope ? change.apply(view) : view).toList();
    return new WebhooksView(panel, mayChange, null, changed);
  }

  private static ScopeView scopeView(WebhookScope scope, @Nullable Webhook webhook) {
    return new ScopeView(scope, webhook, WebhookForm.of(scope, webhook), null, null);
  }
}
