package dev.paylink.webhook.settings;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.trace.Span;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.endpoint.WebhookClient;
import java.time.Instant;
import org.jdbi.v3.core.Jdbi;

/**
 * Sends a merchant's webhook one signed event without meaning, even while the webhook is inactive.
 * The event is in no feed, is not stored, and is not retried. No connection to the database is held
 * meanwhile.
 */
public final class TestDelivery {
  private static final int ONLY_ATTEMPT = 1;

  private final Jdbi jdbi;
  private final WebhookStore store;
  private final WebhookClient client;
  private final RequestLimiter limiter;
  private final boolean testMode;

  public TestDelivery(
      Jdbi jdbi,
      WebhookStore store,
      WebhookClient client,
      RequestLimiter limiter,
      boolean testMode) {
    this.jdbi = jdbi;
    this.store = store;
    this.client = client;
    this.limiter = limiter;
    this.testMode = testMode;
  }

  /** Sends a test delivery; 404 when there is no webhook, 429 after too many. */
  public AttemptResult handle(MerchantId merchantId, WebhookScope scope) {
    limiter.require(Limit.TEST_DELIVERIES, merchantId);
    WebhookStore.Target target =
        jdbi.withHandle(handle -> store.findTarget(handle, merchantId, scope));
    if (target == null) {
      throw WebhookRoutes.notFound();
    }
    Instant now = Instant.now();
    String eventId = new EventId(UuidV7.at(now)).toString();
    byte[] body = body(eventId, scope, now);
    Span span = Span.sendingBelow("webhook test");
    try {
      return client.post(
          target.url(),
          WebhookHeaders.of(target.secrets(), eventId, body, ONLY_ATTEMPT, now),
          body);
    } finally {
      if (span != null) {
        span.close();
      }
    }
  }

  private byte[] body(String eventId, WebhookScope scope, Instant now) {
    return Json.object()
        .put("eventId", eventId)
        .put("type", "webhook.test")
        .put("createdAt", now)
        .put("scope", scope.name())
        .put("testMode", testMode)
        .bytes();
  }
}
