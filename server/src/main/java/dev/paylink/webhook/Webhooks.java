package dev.paylink.webhook;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.platform.LargestGauge;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Reseal;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.queue.Loop;
import dev.paylink.platform.trace.Traces;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.webhook.delivery.DeliveryQueueQueries;
import dev.paylink.webhook.delivery.Dispatcher;
import dev.paylink.webhook.delivery.ExhaustedAlarm;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.endpoint.Targets;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.event.EventFeed;
import dev.paylink.webhook.event.FirstAttempts;
import dev.paylink.webhook.event.ListEvents;
import dev.paylink.webhook.settings.TestDelivery;
import dev.paylink.webhook.settings.WebhookHealthQueries;
import dev.paylink.webhook.settings.WebhookRoutes;
import dev.paylink.webhook.settings.WebhookSettings;
import dev.paylink.webhook.settings.WebhookStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The webhook part, assembled: everything the rest of the service may use of it. */
public final class Webhooks implements AutoCloseable {
  private static final Duration AGE_PAUSE = Duration.ofSeconds(15);

  private final EventFeed feed;
  private final Dispatcher dispatcher;
  private final @Nullable ExhaustedAlarm alarm;
  private final ListEvents events;
  private final WebhookSettings settings;
  private final Redeliver redeliver;
  private final RedeliverCalls redeliverCalls;
  private final List<Route> routes = new ArrayList<>();
  private final Loop age;
  private final WebhookHealthQueries health;
  private volatile double oldestDueSeconds;
  private final LargestGauge errors;
  private volatile double failing = Double.NaN;

  /**
   * Creates the webhook part.
   *
   * @param servers the guard of calls about settings that merchants' servers make
   * @param targets where webhooks may lead
   * @param alarm tells merchants what could not be delivered, and is closed here; null where
   *     merchants are not told
   * @param traces null while traces are off
   */
  public Webhooks(
      Database database,
      Vault vault,
      MerchantCalls calls,
      SharedCalls servers,
      AuditLog audit,
      RequestLimiter limiter,
      Targets targets,
      @Nullable ExhaustedAlarm alarm,
      MeterRegistry registry,
      @Nullable Traces traces) {
    Jdbi jdbi = database.jdbi();
    Reseal.all(database.workers(), vault, new WebhookStore(vault));
    WebhookStore store = new WebhookStore(vault);
    WebhookClient client = new WebhookClient(targets);
    this.feed = new EventFeed(jdbi);
    this.alarm = alarm;
    this.dispatcher = new Dispatcher(database, client, store, alarm, registry, traces);
    DeliveryQueueQueries queue = new DeliveryQueueQueries(database.workers());
    Gauge.builder("paylink.webhook.due.age.seconds", this, part -> part.oldestDueSeconds)
        .description("how long the oldest delivery of all nodes has been due")
        .register(registry);
    this.health = new WebhookHealthQueries(jdbi, InstantSource.system());
    Gauge.builder("paylink.webhooks.failing", this, part -> part.failing)
        .description("webhooks of all merchants whose last attempts failed; NaN while unknown")
        .register(registry);
    this.errors =
        new LargestGauge(
            registry,
            "paylink.merchant.webhook.errors",
            "merchant",
            "failed attempts of two days of the ten merchants whose webhooks fail most");
    this.age = new Loop("webhook-age", AGE_PAUSE, () -> measure(queue)).start();
    this.events = new ListEvents(jdbi);
    this.settings =
        new WebhookSettings(
            jdbi,
            audit,
            store,
            client,
            new TestDelivery(jdbi, store, client, limiter, targets.policy() != TargetPolicy.PUBLIC),
            health);
    this.redeliver = new Redeliver(jdbi, database.clock(), audit, dispatcher::wake);
    routes.addAll(new WebhookRoutes(calls, servers, settings).routes());
    this.redeliverCalls = new RedeliverCalls(redeliver);
    routes.addAll(new EventRoutes(jdbi, events, calls, redeliverCalls).routes());
  }

  private void measure(DeliveryQueueQueries queue) {
    oldestDueSeconds = seconds(queue);
    try {
      List<WebhookHealthQueries.Failing> now = health.failing();
      failing = now.size();
      errors.show(byMerchant(now));
    } catch (RuntimeException unknown) {
      failing = Double.NaN;
      errors.showUnknown();
      throw unknown;
    }
  }

  private static Map<MerchantId, Long> byMerchant(List<WebhookHealthQueries.Failing> webhooks) {
    return webhooks.stream()
        .collect(
            Collectors.groupingBy(
                WebhookHealthQueries.Failing::merchantId,
                Collectors.summingLong(WebhookHealthQueries.Failing::errors)));
  }

  private static double seconds(DeliveryQueueQueries queue) {
    Duration oldest = queue.oldestDue();
    return oldest == null ? 0 : oldest.toMillis() / 1e3;
  }

  public ListEvents events() {
    return events;
  }

  public EventFeed feed() {
    return feed;
  }

  public WebhookSettings settings() {
    return settings;
  }

  /** Returns how webhooks do, those of all merchants as well. */
  public WebhookHealthQueries health() {
    return health;
  }

  public Redeliver redeliver() {
    return redeliver;
  }

  /** Returns the calls that send events again, without a guard. */
  public RedeliverCalls redeliverCalls() {
    return redeliverCalls;
  }

  public List<Route> routes() {
    return routes;
  }

  /** Tells that these merchants have new events, committed on this node. */
  public void recorded(Set<MerchantId> merchants) {
    feed.recorded(merchants);
  }

  /** Tells readers and the queue that events were recorded in somebody else's transaction. */
  public void lookAgain() {
    feed.lookAgain();
    dispatcher.wake();
  }

  /** Returns what this node will send at once of the events that a transaction records. */
  public FirstAttempts firstAttempts() {
    return dispatcher.firstAttempts();
  }

  @Override
  public void close() {
    age.close();
    feed.close();
    dispatcher.close();
    if (alarm != null) {
      alarm.close();
    }
  }
}
