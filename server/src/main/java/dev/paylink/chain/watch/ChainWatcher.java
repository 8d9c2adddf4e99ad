package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.platform.db.Leadership;
import dev.paylink.platform.queue.Loop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches one chain while this node is the leader: round after round, in spite of any failure. An
 * outage of a node or of the database only delays; nothing is concluded from it. Between two rounds
 * it pauses, unless it is woken.
 */
public final class ChainWatcher implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ChainWatcher.class.getName());
  private static final int MAX_CAUSES = 16;
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final ChainConfig chain;
  private final WatchRound round;
  private final Leadership leadership;
  private final ChainMetrics metrics;
  private final Loop loop;

  /**
   * Begins to watch.
   *
   * @param pause how long to wait for the next round if nobody wakes it
   */
  public ChainWatcher(
      ChainConfig chain,
      WatchRound round,
      Leadership leadership,
      ChainMetrics metrics,
      Supplier<Duration> pause) {
    this.chain = chain;
    this.round = round;
    this.leadership = leadership;
    this.metrics = metrics;
    this.loop = new Loop("chain-" + chain.name(), pause, Duration.ZERO, this::look);
    metrics.count(loop);
    loop.start().wake();
  }

  /** Has the next round run at once. */
  public void wake() {
    loop.wake();
  }

  @Override
  public void close() {
    loop.close(GOODBYE); // anything uncommitted by then is rolled back
    leadership.close();
  }

  /** Runs one round, and has another follow at once if there is more to read. */
  private void look() throws SQLException {
    try {
      if (leads()) {
        round.countHeldUp();
        if (round.run()) {
          wake();
        }
      }
      if (metrics.unavailable(false)) {
        LOG.log(Level.INFO, "chain {0} answers again", chain.name());
      }
    } catch (ChainUnavailable e) {
      if (metrics.unavailable(true)) {
        LOG.log(Level.WARNING, "chain {0} is unavailable: {1}", chain.name(), e.getMessage());
      }
    } catch (RuntimeException e) {
      if (!isDeposed(e)) {
        throw e;
      }
      leadership.close();
      LOG.log(Level.WARNING, "chain {0} is watched by another node", chain.name());
    }
  }

  private boolean leads() throws SQLException {
    boolean leads = false;
    try {
      leads = leadership.isHeld();
    } finally {
      metrics.leading(leads);
    }
    return leads;
  }

  private static boolean isDeposed(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
      if (cause instanceof CursorStore.LeadershipLost) {
        return true;
      }
    }
    return false;
  }
}
