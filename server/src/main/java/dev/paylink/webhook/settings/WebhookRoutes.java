package dev.paylink.webhook.settings;

import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.settings.WebhookSettings.Configured;
import dev.paylink.webhook.settings.WebhookSettings.Wish;
import java.util.List;
import java.util.Set;

/** Serves the calls by which a signed-in merchant sets up and tests its webhooks. */
public final class WebhookRoutes {
  private static final String PATH = "/merchant/webhooks/:scope";
  private static final int MAX_URL = 2048;
  private static final int MAX_RETRY = 64;

  private final MerchantCalls calls;
  private final WebhookSettings settings;

  public WebhookRoutes(MerchantCalls calls, WebhookSettings settings) {
    this.calls = calls;
    this.settings = settings;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, calls.reading(this::read)),
        Route.put(PATH, calls.changing(Role.developer, Guard.MONEY, this::configure)),
        Route.delete(PATH, calls.changing(Role.developer, Guard.MONEY, this::delete)),
        Route.post(
            PATH + "/rotate-secret", calls.changing(Role.developer, Guard.MONEY, this::rotate)),
        Route.post(PATH + "/test", calls.changing(Role.developer, this::test)));
  }

  private Answer read(Request request, SignedIn signedIn) {
    WebhookScope scope = scope(request);
    Webhook webhook = settings.find(signedIn.merchantId(), scope);
    if (webhook == null) {
      throw notFound();
    }
    return Answer.ok(json(webhook).bytes());
  }

  private Answer configure(Request request, SignedIn signedIn) {
    WebhookScope scope = scope(request);
    Configured configured =
        settings.configure(
            signedIn.merchantId(), scope, wish(request.jsonFields()), signedIn.actor());
    Json json = json(configured.webhook());
    SigningSecret secret = configured.newSecret();
    if (secret != null) {
      json.put("signingSecret", secret.reveal()); // shown this once
    }
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer delete(Request request, SignedIn signedIn) {
    settings.delete(signedIn.merchantId(), scope(request), signedIn.actor());
    return Answer.noContent();
  }

  private Answer rotate(Request request, SignedIn signedIn) {
    SigningSecret secret = settings.rotate(signedIn.merchantId(), scope(request), signedIn.actor());
    Json json = Json.object().put("signingSecret", secret.reveal()); // shown this once
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer test(Request request, SignedIn signedIn) {
    AttemptResult outcome = settings.test().handle(signedIn.merchantId(), scope(request));
    return Answer.ok(
        Json.object()
            .put("delivered", outcome.isDelivered())
            .put("status", outcome.status())
            .put("durationMs", outcome.duration().toMillis())
            .put("error", outcome.error())
            .bytes());
  }

  public static Refused notFound() {
    return new Refused(Problem.notFound("WEBHOOK_NOT_FOUND", Message.of("nowebhook")));
  }

  /** Returns the scope in the path; 404 if it is unknown. */
  public static WebhookScope scope(Request request) {
    WebhookScope scope = WebhookScope.parse(request.parameter("scope"));
    if (scope == null) {
      throw new Refused(Problem.notFound("NOT_FOUND", Message.of("webhook.scope")));
    }
    return scope;
  }

  /** Parses the fields; 400 with all their faults. */
  public static Wish wish(Fields fields) {
    fields.only(Set.of("webhookUrl", "active", "events", "retry"));
    String url = fields.requiredText("webhookUrl", MAX_URL);
    Boolean active = fields.bool("active");
    EventChoice events = EventChoice.read(fields, "events");
    Retry retry = fields.read("retry", MAX_RETRY, Retry::parse, Message.of("field.retry"));
    return new Wish(fields.require(url), active, events, retry);
  }

  private static Json json(Webhook webhook) {
    return Json.object()
        .put("scope", webhook.scope().name())
        .put("webhookUrl", webhook.url())
        .put("active", webhook.active())
        .putTexts("events", webhook.events().types())
        .put("retry", webhook.retry().name())
        .put("createdAt", webhook.createdAt());
  }
}
