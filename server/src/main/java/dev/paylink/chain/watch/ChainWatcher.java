package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.platform.db.Leadership;
import dev.paylink.platform.db.Outage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches one chain while this node is the leader: round after round, in spite of any failure. An
 * outage of a node or of the database only delays; nothing is concluded from it.
 */
public final class ChainWatcher implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ChainWatcher.class.getName());
  private static final int MAX_CAUSES = 16;
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final ChainConfig chain;
  private final WatchRound round;
  private final Leadership leadership;
  private final ChainMetrics metrics;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  public ChainWatcher(
      ChainConfig chain, WatchRound round, Leadership leadership, ChainMetrics metrics) {
    this.chain = chain;
    this.round = round;
    this.leadership = leadership;
    this.metrics = metrics;
    this.thread = Thread.ofPlatform().name("chain-" + chain.name()).daemon().start(this::loop);
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(GOODBYE); // a daemon thread: anything uncommitted by then is rolled back
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    leadership.close();
  }

  private void loop() {
    try {
      Duration pause = Duration.ZERO;
      while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        pause = look() ? Duration.ZERO : chain.poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs one round; returns true if there is more to read at once. */
  private boolean look() {
    try {
      boolean leads = leadership.isHeld();
      metrics.leading(leads);
      boolean more = leads && round.run();
      if (metrics.unavailable(false)) {
        LOG.log(Level.INFO, "chain {0} answers again", chain.name());
      }
      return more;
    } catch (ChainUnavailable e) {
      if (metrics.unavailable(true)) {
        LOG.log(Level.WARNING, "chain {0} is unavailable: {1}", chain.name(), e.getMessage());
      }
    } catch (SQLException e) {
      metrics.leading(false);
      LOG.log(Level.WARNING, "chain {0} is waiting for the database", chain.name());
    } catch (RuntimeException e) {
      failed(e);
    }
    return false;
  }

  private void failed(RuntimeException e) {
    if (Outage.isBehind(e)) {
      LOG.log(Level.WARNING, "chain {0} is waiting for the database", chain.name());
    } else if (isDeposed(e)) {
      leadership.close();
      LOG.log(Level.WARNING, "chain {0} is watched by another node", chain.name());
    } else {
      LOG.log(Level.WARNING, "chain " + chain.name() + " failed and will be read again", e);
    }
  }

  private static boolean isDeposed(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
      if (cause instanceof LeadershipLost) {
        return true;
      }
    }
    return false;
  }
}
