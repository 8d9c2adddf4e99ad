package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
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
 * Claims what is due and starts an attempt for each, for as long as the service runs. Any number of
 * nodes do this on one database.
 *
 * <ul>
 *   <li>An attempt is made only under a claim, and a claim is given for a lease: should the process
 *       die, the same attempt is due again when the lease ends. It is redone, never skipped.
 *   <li>The lease outlasts the longest attempt, so a living node's claims do not run out under it.
 *   <li>Nothing waits for an endpoint but its own attempts, each on a virtual thread of its own.
 * </ul>
 *
 * A hint after a commit makes it look at once; without one it looks every {@link #LOOK_AGAIN},
 * which finds retries, leases that ran out, and what other nodes left.
 */
public final class Dispatcher implements AutoCloseable {
  /** 10 s of attempt, and time to record it. */
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** Between two claims under load: more deliveries then share one statement. */
  private static final Duration BREATH = Duration.ofMillis(8);

  private static final int MAX_PER_CLAIM = 256;
  private static final MerchantId FIRST = new MerchantId(new UUID(0, 0));

  private final Jdbi jdbi;
  private final DeliveryStore deliveries = new DeliveryStore();
  private final Attempts attempts;
  private final WorkLoop loop;
  private MerchantId after = FIRST;

  /**
   * @param client sends for this dispatcher, and is closed by it
   * @param alarm counts what is exhausted; null where nobody is told
   */
  public Dispatcher(
      Jdbi jdbi,
      WebhookClient client,
      WebhookStore webhooks,
      @Nullable ExhaustedAlarm alarm,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.loop = new WorkLoop("webhook-dispatcher", LOOK_AGAIN, BREATH, this::claimAll);
    this.attempts = new Attempts(jdbi, client, webhooks, alarm, registry, this::wake);
    loop.start();
  }

  /** Something may be due. */
  public void wake() {
    loop.wake();
  }

  /** Claims no more, and finishes what is under way or gives it back. */
  @Override
  public void close() {
    loop.close();
    attempts.close();
  }

  /** Round after round until nothing is due that there is room for; true when something was. */
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

  private List<DeliveryClaim> claim(int limit) throws SQLException {
    DeliveryStore.Wanted wanted =
        new DeliveryStore.Wanted(
            after, attempts.capacity().share(), attempts.capacity().json(), limit, LEASE);
    return jdbi.withHandle(handle -> deliveries.claim(handle.getConnection(), wanted));
  }

  /** A full claim goes on behind its last merchant, so that every merchant gets its turn. */
  private boolean goOnBehind(List<DeliveryClaim> claims, boolean full) {
    boolean wrapped = !after.equals(FIRST);
    after = full ? claims.getLast().merchantId() : FIRST;
    return full || wrapped;
  }
}
