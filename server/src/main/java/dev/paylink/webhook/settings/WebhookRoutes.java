package dev.paylink.webhook.settings;

import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.merchant.user.Role;
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
import java.util.stream.Stream;

/** Serves the calls by which a merchant's people and servers set up and test its webhooks. */
public final class WebhookRoutes {
  private static final int MAX_URL = 2048;
  private static final int MAX_RETRY = 64;

  private final MerchantCalls calls;
  private final SharedCalls servers;
  private final WebhookSettings settings;

  public WebhookRoutes(MerchantCalls calls, SharedCalls servers, WebhookSettings settings) {
    this.calls = calls;
    this.servers = servers;
    this.settings = settings;
  }

  public List<Route> routes() {
    return Stream.of(
            shared("/merchant/webhooks/:scope", calls.shared(Role.developer)),
            shared("/sdk/server/webhooks/:scope", servers))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> shared(String path, SharedCalls by) {
    return List.of(
        Route.get(path, by.reading(this::read)),
        Route.put(path, by.changing(Guard.MONEY, this::configure)),
        Route.delete(path, by.changing(Guard.MONEY, this::delete)),
        Route.post(path + "/rotate-secret", by.changing(Guard.MONEY, this::rotate)),
        Route.post(path + "/test", by.changing(Guard.NONE, this::test)));
  }

  private Answer read(Request request, MerchantActing by) {
    WebhookScope scope = scope(request);
    Webhook webhook = settings.find(by.merchantId(), scope);
    if (webhook == null) {
      throw notFound();
    }
    return Answer.ok(json(webhook, by).bytes());
  }

  private Answer configure(Request request, MerchantActing by) {
    WebhookScope scope = scope(request);
    Configured configured =
        settings.configure(by.merchantId(), scope, wish(request.jsonFields(), scope), by.actor());
    Json json = json(configured.webhook(), by);
    SigningSecret secret = configured.newSecret();
    if (secret != null) {
      json.put("signingSecret", secret.reveal()); // shown this once
    }
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer delete(Request request, MerchantActing by) {
    settings.delete(by.merchantId(), scope(request), by.actor());
    return Answer.noContent();
  }

  private Answer rotate(Request request, MerchantActing by) {
    SigningSecret secret = settings.rotate(by.merchantId(), scope(request), by.actor());
    Json json = Json.object().put("signingSecret", secret.reveal()); // shown this once
    return Answer.ok(json.bytes()).with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer test(Request request, MerchantActing by) {
    AttemptResult outcome = settings.test().handle(by.merchantId(), scope(request));
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
  public static Wish wish(Fields fields, WebhookScope scope) {
    fields.only(Set.of("webhookUrl", "active", "events", "retry"));
    String url = fields.requiredText("webhookUrl", MAX_URL);
    Boolean active = fields.bool("active");
    EventChoice events = EventChoice.read(fields, "events", scope);
    Retry retry = fields.read("retry", MAX_RETRY, Retry::parse, Message.of("field.retry"));
    return new Wish(fields.require(url), active, events, retry);
  }

  private Json json(Webhook webhook, MerchantActing by) {
    WebhookHealth health = settings.health(by.merchantId(), webhook);
    return Json.object()
        .put("scope", webhook.scope().name())
        .put("webhookUrl", webhook.url())
        .put("active", webhook.active())
        .putTexts("events", webhook.events().types())
        .put("retry", webhook.retry().name())
        .put("createdAt", webhook.createdAt())
        .putObject("health", it -> write(it, health));
  }

  private static void write(Json json, WebhookHealth health) {
    json.put("state", health.state().name())
        .put("lastSuccessAt", health.lastSuccessAt())
        .put("lastErrorAt", health.lastErrorAt())
        .put("lastError", health.lastError())
        .put("lastErrorUrl", health.lastErrorUrl())
        .putObject("today", share -> write(share, health.today()))
        .putObject("yesterday", share -> write(share, health.yesterday()));
  }

  private static void write(Json json, WebhookHealth.Share share) {
    json.put("attempts", share.attempts()).put("delivered", share.delivered());
  }
}
