package dev.paylink.webhook.delivery;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.Latency;
import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.queue.Loop;
import dev.paylink.platform.queue.Persistently;
import dev.paylink.platform.trace.Span;
import dev.paylink.platform.trace.Traces;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.event.FinishedAttempt;
import dev.paylink.webhook.settings.SigningSecrets;
import dev.paylink.webhook.settings.WebhookHeaders;
import dev.paylink.webhook.settings.WebhookStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Makes attempts, each on its own virtual thread: signs the stored bytes, sends them outside any
 * transaction, and records the outcome while the claim holds.
 */
final class Attempts implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Attempts.class.getName());
  private static final Duration GRACE = Duration.ofSeconds(4);
  private static final Duration GRACE_AFTER_CANCEL = Duration.ofSeconds(2);

  /** What waits behind a failed attempt will most likely fail, too: looks for it are shared. */
  private static final Duration AFTER_A_FAILURE = Duration.ofMillis(250);

  private static final AttemptResult NO_WEBHOOK =
      new AttemptResult(null, Duration.ZERO, "no active webhook is configured", null);
  private static final AttemptResult NO_SECRET =
      new AttemptResult(null, Duration.ZERO, "the signing secret cannot be read; rotate it", null);

  private final Jdbi jdbi;
  private final WebhookClient client;
  private final WebhookStore webhooks;
  private final AttemptRecorder recorder;
  private final @Nullable Traces traces;
  private final Loop loop;
  private final DeliveryStore deliveries;
  private final AttemptCapacity capacity = new AttemptCapacity();
  private final WayOut wayOut;
  private final AtomicInteger unfinished = new AtomicInteger(); // until they are recorded
  private final Timer waited;
  private final Timer lasted;
  private volatile boolean abandoning;

  /**
   * Creates the maker of attempts.
   *
   * @param traces null while traces are off
   * @param loop looks for deliveries; woken when an endpoint that had its whole share has room
   *     again, and when the next attempt is due
   */
  Attempts(
      Jdbi jdbi,
      DeliveryStore deliveries,
      WebhookClient client,
      WebhookStore webhooks,
      @Nullable ExhaustedAlarm alarm,
      MeterRegistry registry,
      @Nullable Traces traces,
      Loop loop) {
    this.jdbi = jdbi;
    this.deliveries = deliveries;
    this.client = client;
    this.webhooks = webhooks;
    this.recorder = new AttemptRecorder(jdbi, deliveries, alarm, registry);
    this.traces = traces;
    this.loop = loop;
    this.wayOut = new WayOut(registry);
    Gauge.builder("paylink.webhook.underway", capacity, AttemptCapacity::count)
        .description("attempts that this node has under way")
        .register(registry);
    this.waited =
        Latency.timer(
            registry, "paylink.delivery", "from an outcome to the first attempt to tell of it");
    this.lasted = Latency.timer(registry, "paylink.attempt", "how long attempts take");
  }

  AttemptCapacity capacity() {
    return capacity;
  }

  /** Starts the attempt, which has its place in the capacity. */
  void start(DeliveryClaim claim) {
    unfinished.incrementAndGet();
    Thread.ofVirtual().name("webhook-attempt").start(() -> make(claim));
  }

  /** Gives the place of an attempt back. */
  void drop(DeliveryClaim claim) {
    if (capacity.end(claim.webhookKey())) {
      loop.wake();
    }
  }

  /** Waits a moment for attempts under way, then cancels them and gives the claims back. */
  @Override
  public void close() {
    await(GRACE, () -> unfinished.get() == 0);
    abandoning = true;
    client.close();
    await(GRACE_AFTER_CANCEL, () -> unfinished.get() == 0);
    recorder.close();
  }

  private void make(DeliveryClaim claim) {
    try {
      Instant startedAt = Instant.now();
      if (claim.attempt() == 1) {
        long madeAt = UuidV7.millis(claim.deliveryId().value());
        waited.record(Math.max(0, startedAt.toEpochMilli() - madeAt), TimeUnit.MILLISECONDS);
      }
      AttemptResult outcome = sendWhileFresh(claim, startedAt);
      if (outcome != null) {
        lasted.record(outcome.duration());
      }
      Duration pause = outcome == null || abandoning ? null : ourFault(claim, outcome);
      if (outcome == null) {
        loop.wakeAfter(claim.timeLeft()); // the attempt is due again when the lease has ended
      } else if (pause != null) {
        jdbi.useHandle(handle -> deliveries.hold(handle.getConnection(), claim, pause));
        loop.wakeAfter(pause);
      } else if (abandoning && !outcome.isDelivered()) {
        jdbi.useHandle(handle -> deliveries.release(handle.getConnection(), claim));
      } else {
        FinishedAttempt attempt = new FinishedAttempt(claim, startedAt, outcome);
        record(attempt);
        if (attempt.stateAfter() == DeliveryState.pending) {
          loop.wakeAfter(attempt.waitBeforeNext());
        }
      }
    } catch (Exception e) {
      loop.wakeAfter(claim.timeLeft());
      if (Outage.isBehind(e)) {
        OutageLog.DATABASE.failed("webhook-attempt", e);
      } else {
        LOG.log(Level.ERROR, "the attempt of " + claim.deliveryId() + " will be repeated", e);
      }
    } finally {
      unfinished.decrementAndGet();
    }
  }

  /** Returns how long the delivery waits because our own way out is broken; null if it counts. */
  private @Nullable Duration ourFault(DeliveryClaim claim, AttemptResult outcome) {
    DeliveryClaim.Webhook webhook = claim.webhook();
    return webhook == null ? null : wayOut.noted(WebhookClient.hostOf(webhook.url()), outcome);
  }

  /** Makes the attempt and ends its place; returns null if it could outlast the lease. */
  private @Nullable AttemptResult sendWhileFresh(DeliveryClaim claim, Instant now) {
    AttemptResult outcome = null;
    try {
      outcome = claim.isFresh() ? sendTraced(claim, now) : null;
      return outcome;
    } finally {
      // The endpoint does not wait until we have recorded its answer.
      if (outcome == null || outcome.isDelivered()) {
        drop(claim);
      } else if (capacity.end(claim.webhookKey())) {
        loop.wakeWithin(AFTER_A_FAILURE);
      }
    }
  }

  private AttemptResult sendTraced(DeliveryClaim claim, Instant now) {
    if (traces == null) {
      return send(claim, now);
    }
    try (Span span = traces.attempt(claim.eventId())) {
      span.put("paylink.event_id", claim.eventId().toString());
      PaymentId payment = claim.paymentId();
      if (payment != null) {
        span.put("paylink.payment_id", payment.toString());
      }
      span.put("paylink.attempt", claim.attempt());
      return send(claim, now);
    }
  }

  private AttemptResult send(DeliveryClaim claim, Instant now) {
    DeliveryClaim.Webhook webhook = claim.webhook();
    if (webhook == null) {
      return NO_WEBHOOK;
    }
    SigningSecrets secrets;
    try {
      secrets =
          webhooks.open(
              claim.merchantId(),
              claim.webhookKey().scope(),
              webhook.sealedSecret(),
              webhook.sealedPrevious());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "cannot sign for " + claim.merchantId(), e);
      return NO_SECRET;
    }
    return client.post(
        webhook.url(),
        WebhookHeaders.of(secrets, claim.eventId().toString(), claim.body(), claim.attempt(), now),
        claim.body());
  }

  /**
   * Records the attempt; retries during an outage until the lease ends. After that another node
   * repeats it.
   */
  private void record(FinishedAttempt attempt) {
    Persistently.run(
        () -> recorder.record(attempt), attempt.claim().endsAtNanos(), () -> abandoning);
  }

  private static void await(Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }
}
