package dev.paylink.platform.db;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Gives the connections that {@link PrimaryConnections} opens to libraries that ask for them. */
final class OpenedConnections implements DataSource {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  private final PrimaryConnections connections;
  private volatile boolean persistent;
  private volatile @Nullable SQLException trouble;

  OpenedConnections(PrimaryConnections connections) {
    this.connections = connections;
  }

  /**
   * From now on callers wait for a connection until they are interrupted. A pool that gets a
   * failure sleeps for up to five seconds, and notices that much later that the database is back.
   */
  void persist() {
    persistent = true;
  }

  /** Returns why no connection can be opened now, or null. */
  @Nullable SQLException trouble() {
    return trouble;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        Connection connection = connections.open();
        trouble = null;
        return connection;
      } catch (SQLException e) {
        if (!persistent) {
          throw e;
        }
        trouble = e;
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLTransientConnectionException("interrupted", e);
      }
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the URL names the user");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  /** Ignores it: opening a connection has its own time-outs. */
  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
