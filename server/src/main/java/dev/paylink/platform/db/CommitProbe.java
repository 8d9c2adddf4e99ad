package dev.paylink.platform.db;

import dev.paylink.platform.Outage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a commit becomes durable now, by making one. A read would not tell: it works on
 * a standby, on a full disk, and on a primary whose commits wait for a lost standby.
 *
 * <ul>
 *   <li>There is one attempt at a time and at most one a second, however many callers ask.
 *   <li>No caller waits for an attempt that is older than {@link #SLOW}.
 *   <li>A commit that waits for a standby is cancelled, not just abandoned: PostgreSQL does not
 *       notice there that its client has gone, and each probe would take one of its connections for
 *       good.
 * </ul>
 */
public final class CommitProbe {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration SLOW = Duration.ofMillis(1500);
  private static final int CANCEL_AFTER_SECONDS = 2; // later than slow
  private static final Duration CUT_AFTER = Duration.ofSeconds(5); // a server that hangs

  private final ProbeStore store = new ProbeStore();
  private final ConnectionFactory pool;
  private @Nullable Attempt latest;

  CommitProbe(ConnectionFactory pool) {
    this.pool = pool;
  }

  /** Returns why nothing can be committed now, or null if a commit succeeded within a second. */
  public @Nullable String trouble() {
    return latest().trouble();
  }

  private synchronized Attempt latest() {
    Attempt attempt = latest;
    if (attempt == null || attempt.isStale()) {
      attempt = new Attempt();
      latest = attempt;
      Thread.ofVirtual().name("commit-probe").start(attempt::run);
    }
    return attempt;
  }

  private final class Attempt {
    private final long startedAtNanos = System.nanoTime();
    private final CompletableFuture<Optional<String>> trouble = new CompletableFuture<>();

    boolean isStale() {
      return trouble.isDone() && age() >= PAUSE.toNanos();
    }

    /** Runs the attempt; always completes it, or no attempt would follow. */
    void run() {
      try {
        write();
        // A cancelled wait for a standby is a warning to PostgreSQL, not an error: the elapsed time
        // reveals it.
        trouble.complete(isSlow() ? Optional.of(slow()) : Optional.empty());
      } catch (SQLException | RuntimeException | Error e) {
        trouble.complete(Optional.of("the database cannot be written to: " + Outage.reason(e)));
      }
    }

    @Nullable String trouble() {
      try {
        long left = Math.max(0, SLOW.toNanos() - age());
        return trouble.get(left, TimeUnit.NANOSECONDS).orElse(null);
      } catch (TimeoutException e) {
        return slow();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "interrupted";
      } catch (ExecutionException e) {
        throw new IllegalStateException(Objects.requireNonNull(e.getCause()));
      }
    }

    private void write() throws SQLException {
      try (Connection connection = pool.openConnection()) {
        connection.setNetworkTimeout(Runnable::run, (int) CUT_AFTER.toMillis());
        store.write(connection, CANCEL_AFTER_SECONDS);
      }
    }

    private boolean isSlow() {
      return age() > SLOW.toNanos();
    }

    private String slow() {
      return String.format(
          Locale.ROOT,
          "a small write was not committed within %.1f s; the database hangs or waits for a"
              + " standby",
          SLOW.toMillis() / 1000.0);
    }

    private long age() {
      return System.nanoTime() - startedAtNanos;
    }
  }
}
