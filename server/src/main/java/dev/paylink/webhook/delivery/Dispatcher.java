package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.Outage;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.NodeHints;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.queue.Loop;
import dev.paylink.platform.trace.Traces;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.event.FirstAttempts;
import dev.paylink.webhook.settings.WebhookKey;
import dev.paylink.webhook.settings.WebhookScope;
import dev.paylink.webhook.settings.WebhookStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Claims due deliveries and starts an attempt for each, for as long as the service runs. Any number
 * of nodes do this on one database.
 *
 * <ul>
 *   <li>An attempt is made only under a claim, and a claim is given for a lease: if the process
 *       dies, the same attempt is due again when the lease ends. It is redone, never skipped.
 *   <li>The lease outlasts the longest attempt, so a living node's claims do not expire during one.
 *   <li>Only its own attempts wait for an endpoint, each on its own virtual thread.
 * </ul>
 *
 * First attempts do not wait in the queue where the node that records the event has room for them
 * ({@link DirectClaims}). It looks into the queue when there is room again, when an attempt that
 * failed here is to be made again, and when another node tells that it has more than it can send.
 * It depends on none of these: every {@link #LOOK_AGAIN} it looks all the same, which finds expired
 * leases and what was left by other nodes.
 */
public final class Dispatcher implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  /** 10 s for the attempt, and time to record it. */
  static final Duration LEASE = Duration.ofSeconds(15);

  /** Short enough that a dead node's attempts are made within 20 s: the lease, and this. */
  static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  /** The pause between two claims under load: more deliveries then share one statement. */
  private static final Duration BREATH = Duration.ofMillis(8);

  /** What goes into the queue although its webhook has room stands behind others there. */
  private static final Duration FOR_QUEUED = Duration.ofMillis(50);

  private static final String HINTS = "paylink_deliveries";

  private static final int MAX_PER_CLAIM = 256;
  private static final int MAX_PER_WAKE = 1_000;

  /** Sorts before the webhooks of all merchants. */
  private static final WebhookKey FIRST =
      new WebhookKey(new MerchantId(new UUID(0, 0)), WebhookScope.invoice_settlement);

  private final Jdbi jdbi;
  private final Shards shards;
  private final BusinessClock clock;
  private final DeliveryStore deliveries;
  private final DeliveryQueueQueries queue;
  private final Attempts attempts;
  private final Loop loop;
  private final NodeHints hints;
  private WebhookKey after = FIRST;

  /**
   * Creates a dispatcher.
   *
   * @param client sends for this dispatcher, which closes it
   * @param alarm counts exhausted events; null where merchants are not told
   * @param traces null while traces are off
   */
  public Dispatcher(
      Database database,
      WebhookClient client,
      WebhookStore webhooks,
      @Nullable ExhaustedAlarm alarm,
      MeterRegistry registry,
      @Nullable Traces traces) {
    this.jdbi = database.workers();
    this.shards = Shards.of(jdbi);
    this.deliveries = new DeliveryStore(database.clock(), shards);
    this.queue = new DeliveryQueueQueries(jdbi);
    this.clock = database.clock();
    this.loop =
        new Loop("webhook-dispatcher", () -> LOOK_AGAIN, BREATH, this::look).meter(registry);
    this.attempts = new Attempts(jdbi, deliveries, client, webhooks, alarm, registry, traces, loop);
    this.hints = hintsOn(database);
    loop.start();
    hints.listen(this::wake);
    database.clock().onMove(this::wake);
  }

  /** Returns what tells all nodes that there are new deliveries in the queue. */
  public static NodeHints hintsOn(Database database) {
    return new NodeHints(database, HINTS);
  }

  /** Returns what this node will send at once of the events that a transaction records. */
  public FirstAttempts firstAttempts() {
    return loop.isClosing() ? FirstAttempts.NONE : new DirectClaims(attempts, this::queued);
  }

  /** Tells that something may be due. */
  public void wake() {
    loop.wake();
  }

  /** Stops claiming, and finishes attempts under way or gives them back. */
  @Override
  public void close() {
    loop.close();
    attempts.close();
    hints.sendNow(); // what was given back is due at once
    hints.close();
  }

  private void look() throws SQLException {
    if (shards.areSeveral()) {
      lookOnAllServers();
      return;
    }
    DeliveryQueueQueries.Work work = queue.look(clock);
    if (work.waited()) {
      wakeWaiting();
    }
    if (work.pending() || work.waited()) {
      claimAll();
    } else {
      attempts.capacity().notQueued(attempts.capacity().queuedWithRoom());
    }
  }

  /** Claims in rounds until nothing is due that there is room for. */
  private void claimAll() throws SQLException {
    boolean more = true;
    while (more && !loop.isClosing()) {
      int limit = Math.min(MAX_PER_CLAIM, attempts.capacity().room());
      List<DeliveryClaim> claims = limit == 0 ? List.of() : claim(limit);
      more = limit > 0 && goOnBehind(claims, claims.size() == limit);
    }
  }

  /**
   * Makes pending what has waited long enough. All of it at once, since the claims after it are
   * fair to each webhook and this order is not.
   */
  private void wakeWaiting() throws SQLException {
    int woken;
    do {
      woken =
          jdbi.withHandle(handle -> deliveries.wake(handle.getConnection(), MAX_PER_WAKE, null));
    } while (woken == MAX_PER_WAKE && !loop.isClosing());
  }

  /**
   * Wakes and claims for each merchant by itself: one statement claims on one server only, and a
   * server that is away costs its own merchants a try, nobody else.
   */
  private void lookOnAllServers() throws SQLException {
    AttemptCapacity capacity = attempts.capacity();
    Set<WebhookKey> queued = capacity.queuedWithRoom();
    for (MerchantId merchant : queue.whoWaits(clock)) {
      if (loop.isClosing() || capacity.room() == 0) {
        return;
      }
      try {
        claimOf(merchant, Math.min(MAX_PER_CLAIM, capacity.room()));
      } catch (SQLException | RuntimeException e) {
        if (!Outage.isBehind(e)) {
          throw e;
        }
        LOG.log(Level.WARNING, "deliveries of {0} wait for the database", merchant);
      }
      queued.removeIf(webhook -> webhook.merchantId().equals(merchant));
    }
    capacity.notQueued(queued);
  }

  private void claimOf(MerchantId merchant, int limit) throws SQLException {
    int share = attempts.capacity().share();
    List<DeliveryClaim> claims =
        jdbi.withHandle(
            handle -> {
              deliveries.wake(handle.getConnection(), MAX_PER_WAKE, merchant);
              return deliveries.claim(
                  handle.getConnection(),
                  new DeliveryStore.Wanted(
                      FIRST, share, attempts.capacity().json(), limit, LEASE, merchant));
            });
    start(claims, share);
  }

  /** Claims deliveries and starts their attempts. */
  private List<DeliveryClaim> claim(int limit) throws SQLException {
    AttemptCapacity capacity = attempts.capacity();
    int share = capacity.share();
    Set<WebhookKey> queued = capacity.queuedWithRoom();
    DeliveryStore.Wanted wanted =
        new DeliveryStore.Wanted(after, share, capacity.json(), limit, LEASE);
    List<DeliveryClaim> claims =
        jdbi.withHandle(handle -> deliveries.claim(handle.getConnection(), wanted));
    if (after.equals(FIRST) && claims.size() < limit) {
      claims.forEach(claim -> queued.remove(claim.webhookKey()));
      capacity.notQueued(queued);
    }
    start(claims, share);
    return claims;
  }

  private void start(List<DeliveryClaim> claims, int share) throws SQLException {
    AttemptCapacity capacity = attempts.capacity();
    for (DeliveryClaim claim : claims) {
      if (capacity.begin(claim.webhookKey(), share)) {
        attempts.start(claim);
      } else { // the place went to a direct claim meanwhile
        jdbi.useHandle(handle -> deliveries.release(handle.getConnection(), claim));
      }
    }
    if (!claims.stream().map(DeliveryClaim::webhookKey).allMatch(capacity::hasRoom)) {
      hints.send(); // there may be more than this node can send
    }
  }

  /**
   * Looks for deliveries to these webhooks that went into the queue, unless there is no room: then
   * the end of an attempt leads to the next look.
   */
  private void queued(Set<WebhookKey> webhooks) {
    hints.send();
    if (webhooks.stream().anyMatch(attempts.capacity()::hasRoom)) {
      loop.wakeWithin(FOR_QUEUED);
    }
  }

  /**
   * Sets where the next claim starts; returns whether to claim again. A full claim continues after
   * its last webhook, so that every webhook gets its turn.
   */
  private boolean goOnBehind(List<DeliveryClaim> claims, boolean full) {
    boolean wrapped = !after.equals(FIRST);
    after = full ? claims.getLast().webhookKey() : FIRST;
    return full || wrapped;
  }
}
