package dev.paylink.webhook;

import dev.paylink.platform.db.Outage;
import dev.paylink.webhook.endpoint.WebhookClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;

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
  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

  /** 10 s of attempt, and time to record it. */
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** Between two claims under load: more deliveries then share one statement. */
  private static final Duration BREATH = Duration.ofMillis(8);

  private static final Duration PAUSE_IN_OUTAGE = Duration.ofSeconds(1);
  private static final int MOST_PER_CLAIM = 256;
  private static final UUID FIRST = new UUID(0, 0);
  private static final Object HINT = new Object();

  private final Jdbi jdbi;
  private final DeliveryStore deliveries = new DeliveryStore();
  private final Attempts attempts;
  private final ArrayBlockingQueue<Object> hints = new ArrayBlockingQueue<>(1);
  private final Thread thread;
  private UUID after = FIRST;
  private long claimedAtNanos = System.nanoTime();
  private volatile boolean closing;

  /**
   * @param client sends for this dispatcher, and is closed by it
   */
  public Dispatcher(
      Jdbi jdbi, WebhookClient client, WebhookStore webhooks, MeterRegistry registry) {
    this.jdbi = jdbi;
    this.attempts = new Attempts(jdbi, client, webhooks, registry, this::wake);
    this.thread = Thread.ofPlatform().name("webhook-dispatcher").daemon().start(this::run);
  }

  /** Something may be due. */
  public void wake() {
    hints.offer(HINT);
  }

  /** Claims no more, and finishes what is under way or gives it back. */
  @Override
  public void close() {
    closing = true;
    wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    attempts.close();
  }

  private void run() {
    while (!closing) {
      try {
        if (hints.poll(LOOK_AGAIN.toNanos(), TimeUnit.NANOSECONDS) != null) {
          TimeUnit.NANOSECONDS.sleep(BREATH.toNanos() - (System.nanoTime() - claimedAtNanos));
          hints.clear(); // what it told of is found by the claim below
        }
        claimAll();
      } catch (InterruptedException e) {
        return;
      } catch (SQLException | RuntimeException e) {
        pauseAfter(e);
      }
    }
  }

  /** Round after round until nothing is due that there is room for. */
  private void claimAll() throws SQLException {
    boolean more = true;
    while (more && !closing) {
      more = claimOnce();
    }
  }

  private boolean claimOnce() throws SQLException {
    int limit = Math.min(MOST_PER_CLAIM, attempts.underWay().room());
    if (limit == 0) {
      return false;
    }
    DeliveryStore.Wanted wanted =
        new DeliveryStore.Wanted(
            after, attempts.underWay().share(), attempts.underWay().json(), limit, LEASE);
    List<Claim> claims =
        jdbi.withHandle(handle -> deliveries.claim(handle.getConnection(), wanted));
    if (!claims.isEmpty()) {
      claimedAtNanos = System.nanoTime();
      claims.forEach(attempts::start);
    }
    boolean full = claims.size() == limit;
    boolean wrapped = !after.equals(FIRST);
    // A full claim goes on behind its last merchant, so that every merchant gets its turn.
    after = full ? claims.getLast().merchantId().value() : FIRST;
    return full || wrapped;
  }

  private void pauseAfter(Exception e) {
    if (Outage.isBehind(e)) {
      LOG.log(Level.WARNING, "webhooks wait for the database: {0}", e.getMessage());
    } else {
      LOG.log(Level.ERROR, "could not claim deliveries; trying again", e);
    }
    try {
      TimeUnit.NANOSECONDS.sleep(PAUSE_IN_OUTAGE.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
