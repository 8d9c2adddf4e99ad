package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGConnection;

/**
 * Keeps a connection's cached plans younger than half a second. Planning our statements again for
 * every batch would cost more than running them; keeping a plan for good would keep one that was
 * made while the tables were empty, where reading a whole index looks as good as a look-up in it.
 */
final class FreshPlans {
  private static final long MAX_AGE_NANOS = Duration.ofMillis(500).toNanos();
  private static final int MAX_BACKENDS = 1_000;

  /** A plan for unknown values asks all shards, or is refused. */
  private static final String DISCARD_OVER_SHARDS = "set plan_cache_mode = auto; discard plans";

  private final String discard;
  private final Map<Integer, Long> plannedAtNanosByBackend = new ConcurrentHashMap<>();

  FreshPlans(Shards shards) {
    this.discard = shards.areSeveral() ? DISCARD_OVER_SHARDS : "discard plans";
  }

  /**
   * Returns the connection, whose next statements are planned for the current contents of the
   * tables.
   */
  Connection on(Connection connection) throws SQLException {
    int backend = connection.unwrap(PGConnection.class).getBackendPID();
    long now = System.nanoTime();
    Long plannedAt = plannedAtNanosByBackend.get(backend);
    if (plannedAt == null || now - plannedAt > MAX_AGE_NANOS) {
      if (plannedAtNanosByBackend.size() > MAX_BACKENDS) {
        plannedAtNanosByBackend.clear(); // old connections; the living ones are added again
      }
      plannedAtNanosByBackend.put(backend, now);
      try (Statement statement = connection.createStatement()) {
        statement.execute(discard);
      }
    }
    return connection;
  }
}
