package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.platform.db.Leadership;
import dev.paylink.platform.db.Outage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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
  private final Supplier<Duration> pause;
  private final Semaphore hints = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closing;

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
    this.pause = pause;
    this.round = round;
    this.leadership = leadership;
    this.metrics = metrics;
    this.thread = Thread.ofPlatform().name("chain-" + chain.name()).daemon().start(this::loop);
  }

  /** Has the next round run at once. */
  public void wake() {
    hints.release();
  }

  @Override
  public void close() {
    closing = true;
    wake();
    try {
      thread.join(GOODBYE); // a daemon thread: anything uncommitted by then is rolled back
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    leadership.close();
  }

  private void loop() {
    try {
      while (!closing) {
        if (!look() && hints.tryAcquire(pause.get().toNanos(), TimeUnit.NANOSECONDS)) {
          hints.drainPermits(); // the next round covers all hints so far
        }
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
