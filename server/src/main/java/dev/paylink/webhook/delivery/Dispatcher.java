package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.Repeating;
import dev.paylink.platform.queue.WorkLoop;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.settings.WebhookStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
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
 * A hint after a commit makes it look at once; without one it looks every {@link #LOOK_AGAIN},
 * which finds retries, expired leases, and work left by other nodes.
 */
public final class Dispatcher implements AutoCloseable {
  /** 10 s for the attempt, and time to record it. */
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** The pause between two claims under load: more deliveries then share one statement. */
  private static final Duration BREATH = Duration.ofMillis(8);

  /** The pause between two looks at runs that wait for minutes or hours. */
  private static final Duration LOOK_AT_WAITING = Duration.ofSeconds(1);

  private static final int MAX_PER_CLAIM = 256;
  private static final int MAX_PER_WAKE = 1_000;
  private static final MerchantId FIRST = new MerchantId(new UUID(0, 0));

  private final Jdbi jdbi;
  private final DeliveryStore deliveries;
  private final Attempts attempts;
  private final WorkLoop loop;
  private final Repeating waking;
  private MerchantId after = FIRST;

  /**
   * Creates a dispatcher.
   *
   * @param client sends for this dispatcher, which closes it
   * @param alarm counts exhausted events; null where merchants are not told
   */
  public Dispatcher(
      Jdbi jdbi,
      BusinessClock clock,
      WebhookClient client,
      WebhookStore webhooks,
      @Nullable ExhaustedAlarm alarm,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.deliveries = new DeliveryStore(clock);
    this.loop = new WorkLoop("webhook-dispatcher", LOOK_AGAIN, BREATH, this::claimAll);
    this.attempts = new Attempts(jdbi, deliveries, client, webhooks, alarm, registry, this::wake);
    loop.start();
    this.waking = new Repeating("webhook-waiting", LOOK_AT_WAITING, this::wakeWaiting);
  }

  /** Tells that something may be due. */
  public void wake() {
    loop.wake();
  }

  /** Stops claiming, and finishes attempts under way or gives them back. */
  @Override
  public void close() {
    waking.close();
    loop.close();
    attempts.close();
  }

  /**
   * Claims in rounds until nothing is due that there is room for; returns true if something was
   * claimed.
   */
  private boolean claimAll() throws SQLException {
    boolean found = false;
    boolean more = true;
    while (more && !loop.isClosing()) {
      int limit = Math.min(MAX_PER_CLAIM, attempts.capacity().room());
      List<DeliveryClaim> claims = limit == 0 ? List.of() : claim(limit);
      claims.forEach(attempts::start);
      found |= !claims.isEmpty();
      more = limit > 0 && goOnBehind(claims, claims.size() == limit);
    }
    return found;
  }

  /**
   * Makes pending what has waited long enough. All of it at once, since the claims after it are
   * fair to each merchant and this order is not.
   */
  private void wakeWaiting() {
    int woken;
    do {
      woken =
          DatabaseWork.run(
              () -> "wake waiting deliveries",
              () ->
                  jdbi.withHandle(handle -> deliveries.wake(handle.getConnection(), MAX_PER_WAKE)));
      if (woken > 0) {
        wake();
      }
    } while (woken == MAX_PER_WAKE && !loop.isClosing());
  }

  private List<DeliveryClaim> claim(int limit) throws SQLException {
    DeliveryStore.Wanted wanted =
        new DeliveryStore.Wanted(
            after, attempts.capacity().share(), attempts.capacity().json(), limit, LEASE);
    return jdbi.withHandle(handle -> deliveries.claim(handle.getConnection(), wanted));
  }

  /**
   * Sets where the next claim starts; returns whether to claim again. A full claim continues after
   * its last merchant, so that every merchant gets its turn.
   */
  private boolean goOnBehind(List<DeliveryClaim> claims, boolean full) {
    boolean wrapped = !after.equals(FIRST);
    after = full ? claims.getLast().merchantId() : FIRST;
    return full || wrapped;
  }
}
