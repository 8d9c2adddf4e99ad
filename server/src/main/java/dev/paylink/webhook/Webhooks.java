package dev.paylink.webhook;

import dev.paylink.merchant.AuditLog;
import dev.paylink.merchant.MerchantCalls;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.endpoint.WebhookClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** The webhook part, put together: what the rest of the service may use of it. */
public final class Webhooks implements AutoCloseable {
  private final EventFeed feed;
  private final Dispatcher dispatcher;
  private final WebhookSettings settings;
  private final Redeliver redeliver;
  private final List<Route> routes = new ArrayList<>();

  public Webhooks(
      Database database,
      Vault vault,
      MerchantCalls calls,
      AuditLog audit,
      RequestLimiter limiter,
      boolean testMode,
      MeterRegistry registry) {
    Jdbi jdbi = database.jdbi();
    new RenewEncryption(database.workers(), vault).handle();
    WebhookStore store = new WebhookStore(vault);
    WebhookClient client =
        new WebhookClient(testMode ? TargetPolicy.PUBLIC_AND_LOOPBACK : TargetPolicy.PUBLIC);
    this.feed = new EventFeed(jdbi);
    this.dispatcher = new Dispatcher(database.workers(), client, store, registry);
    this.settings =
        new WebhookSettings(
            jdbi,
            store,
            new ConfigureWebhook(jdbi, audit, store, client),
            new DeleteWebhook(jdbi, audit, store),
            new RotateSigningSecret(jdbi, audit, store),
            new TestDelivery(jdbi, store, client, limiter, testMode));
    this.redeliver = new Redeliver(jdbi, audit, dispatcher::wake);
    routes.addAll(new WebhookRoutes(calls, settings).routes());
    routes.addAll(new EventRoutes(jdbi, calls, redeliver).routes());
  }

  public EventFeed feed() {
    return feed;
  }

  public WebhookSettings settings() {
    return settings;
  }

  public Redeliver redeliver() {
    return redeliver;
  }

  public List<Route> routes() {
    return routes;
  }

  /** These merchants have new events, committed on this node. */
  public void recorded(Set<UUID> merchants) {
    if (!merchants.isEmpty()) {
      feed.recorded(merchants);
      dispatcher.wake();
    }
  }

  @Override
  public void close() {
    feed.close();
    dispatcher.close();
  }
}
