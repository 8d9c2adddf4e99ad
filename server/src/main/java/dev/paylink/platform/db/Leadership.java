package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Lets one node do a piece of work, with a lock in the database, held by a connection that nothing
 * else uses. If the node dies or is cut off, the database releases the lock and another node gets
 * it. This only saves work: its users must make sure that two leaders do no harm.
 */
public final class Leadership implements AutoCloseable {
  private static final String TRY = "select pg_try_advisory_lock(?)";
  private static final int PATIENCE_SECONDS = 5;

  private final Database database;
  private final long key;
  private @Nullable Connection connection;

  /**
   * Competes for one kind of work.
   *
   * @param key of the work, the same on all nodes
   */
  public Leadership(Database database, long key) {
    this.database = database;
    this.key = key;
  }

  /** Tells whether this node is the leader now; takes the lock if it is free. */
  public boolean isHeld() throws SQLException {
    Connection held = connection;
    if (held != null && held.isValid(PATIENCE_SECONDS)) {
      return true;
    }
    close();
    Connection fresh = database.connection();
    if (taken(fresh)) {
      connection = fresh;
      return true;
    }
    fresh.close();
    return false;
  }

  @Override
  public void close() {
    Connection held = connection;
    connection = null;
    if (held != null) {
      try {
        held.close();
      } catch (SQLException e) {
        // The connection is broken, so the database has already released the lock.
      }
    }
  }

  private boolean taken(Connection fresh) throws SQLException {
    fresh.setNetworkTimeout(Runnable::run, PATIENCE_SECONDS * 1000);
    try (PreparedStatement take = fresh.prepareStatement(TRY)) {
      take.setLong(1, key);
      try (ResultSet row = take.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
