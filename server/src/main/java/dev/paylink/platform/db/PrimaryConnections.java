package dev.paylink.platform.db;

import dev.paylink.platform.Outage;
import dev.paylink.platform.queue.Loop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Opens connections to the PostgreSQL of a URL. If the URL names several servers of one cluster,
 * they lead to its primary, also after a failover:
 *
 * <ul>
 *   <li>Each server is asked twice a second, over a connection of its own, whether it takes writes
 *       and on which timeline. One that hangs or is cut off delays nobody.
 *   <li>Connections go to the server that takes writes on the newest timeline that any server has
 *       told of. A failover begins a timeline, so a former primary is never used again.
 *   <li>When the primary changes, the connections to the former one are cut, also under a thread
 *       that waits for an answer: a server that hangs never sends one.
 *   <li>While no server takes writes, a connection is refused within about a second.
 * </ul>
 *
 * <p>What was committed or not when a connection was cut stays unknown to its user, as with any
 * lost connection.
 */
final class PrimaryConnections implements AutoCloseable {
  /**
   * A standby tells the timeline of its last restart point, which is never ahead of its primary.
   */
  private static final String JUDGE =
      """
      select current_setting('transaction_read_only') = 'off' as writable,
             case when pg_is_in_recovery() then (select timeline_id::bigint from pg_control_checkpoint())
                  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
             end as timeline
      """;

  private static final Logger LOG = System.getLogger(PrimaryConnections.class.getName());
  private static final Driver DRIVER = new Driver();
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration LOGIN = Duration.ofSeconds(1); // for each step of it

  private final Properties properties;
  private final int timeoutMillis;
  private final List<Server> servers = new ArrayList<>();
  private final List<Opened> opened = new ArrayList<>();
  private long newestTimeline;
  private @Nullable Primary primary;
  private volatile Runnable onChange = () -> {};

  /** What a server says about itself. */
  private record Verdict(boolean writable, long timeline) {}

  /** The server that takes writes, since a failover or the start. */
  private record Primary(Server server, long timeline) {}

  /** A connection that was handed out, and the primary that it leads to. */
  private record Opened(Connection connection, Primary to) {}

  /**
   * Begins to watch the servers, if there are several.
   *
   * @param properties of the driver, for each connection
   * @param timeout of a statement on a connection that has no other; zero for none. One in the URL
   *     wins
   */
  PrimaryConnections(String jdbcUrl, Properties properties, Duration timeout) {
    this.properties = new Properties();
    this.properties.putAll(properties);
    this.timeoutMillis = ServerUrls.timeoutMillis(jdbcUrl, timeout);
    for (String url : ServerUrls.of(jdbcUrl)) {
      servers.add(new Server(url));
    }
    // One that is slow to log in is left only where there is another.
    Duration login = servers.size() > 1 ? LOGIN : timeout;
    this.properties.setProperty("connectTimeout", Long.toString(LOGIN.toSeconds()));
    this.properties.setProperty("socketTimeout", Long.toString(login.toSeconds()));
    this.properties.setProperty("tcpKeepAlive", "true");
    if (servers.size() > 1) {
      servers.forEach(server -> server.loop.start().wake());
    }
  }

  /** Waits until the primary is known, or as long as this: after a start it may take seconds. */
  void await(Duration patience) {
    if (servers.size() > 1) {
      try {
        awaitPrimary(patience);
      } catch (SQLException e) {
        LOG.log(Level.DEBUG, "an open will say so", e);
      }
    }
  }

  /** Runs after the primary has changed, when the connections to the former one are cut. */
  void onChange(Runnable task) {
    onChange = task;
  }

  /** Opens a connection to the primary. */
  Connection open() throws SQLException {
    if (servers.size() == 1) {
      return connect(servers.getFirst().url);
    }
    Primary to = awaitPrimary(LOGIN);
    Connection connection = connect(to.server.url);
    boolean kept = false;
    try {
      Verdict verdict = judge(connection);
      if (!verdict.writable || verdict.timeline < to.timeline) {
        throw new SQLTransientConnectionException(to.server + " no longer takes writes");
      }
      keep(connection, to);
      kept = true;
      return connection;
    } finally {
      if (!kept) {
        abort(connection);
      }
    }
  }

  /** Ends the watch. Connections that were handed out stay open. */
  @Override
  public void close() {
    servers.forEach(server -> server.loop.stop());
    servers.forEach(server -> abort(server.connection));
    servers.forEach(server -> server.loop.close(LOGIN));
    servers.forEach(server -> abort(server.connection)); // opened meanwhile
  }

  private synchronized void keep(Connection connection, Primary to) throws SQLException {
    if (!to.equals(primary)) {
      throw new SQLTransientConnectionException("the primary has just changed");
    }
    opened.removeIf(each -> isClosed(each.connection));
    opened.add(new Opened(connection, to));
  }

  private synchronized Primary awaitPrimary(Duration patience) throws SQLException {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (primary == null) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new SQLTransientConnectionException("none of the database's servers takes writes");
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return Objects.requireNonNull(primary);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted", e);
    }
  }

  /**
   * Chooses the primary by what the servers have said last, once each was asked: before that, the
   * one that answers first may be a former primary.
   */
  private void decide() {
    List<Connection> former = new ArrayList<>();
    synchronized (this) {
      Primary before = primary;
      Primary now = servers.stream().allMatch(server -> server.asked) ? newest() : null;
      if (now == null || now.equals(before)) {
        return;
      }
      primary = now;
      notifyAll();
      if (before == null) {
        return;
      }
      LOG.log(
          Level.WARNING,
          "the primary is {0} now, on timeline {1}",
          now.server,
          Long.toString(now.timeline));
      opened.stream().filter(each -> !each.to.equals(now)).forEach(e -> former.add(e.connection));
      opened.removeIf(each -> !each.to.equals(now));
    }
    former.forEach(PrimaryConnections::abort);
    onChange.run();
  }

  private @Nullable Primary newest() {
    Primary found = null;
    for (Server server : servers) {
      Verdict verdict = server.verdict;
      newestTimeline = Math.max(newestTimeline, verdict == null ? 0 : verdict.timeline);
    }
    for (Server server : servers) {
      Verdict verdict = server.verdict;
      if (verdict != null && verdict.writable && verdict.timeline == newestTimeline) {
        Primary candidate = new Primary(server, verdict.timeline);
        found = found == null || candidate.equals(primary) ? candidate : found;
      }
    }
    return found;
  }

  private Connection connect(String url) throws SQLException {
    Connection connection = DRIVER.connect(url, properties);
    if (connection == null) {
      throw new SQLException("not a URL of PostgreSQL");
    }
    connection.setNetworkTimeout(Runnable::run, timeoutMillis);
    return connection;
  }

  private static Verdict judge(Connection connection) throws SQLException {
    int usual = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) LOGIN.toMillis());
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(JUDGE)) {
      row.next();
      Verdict verdict = new Verdict(row.getBoolean("writable"), row.getLong("timeline"));
      connection.setNetworkTimeout(Runnable::run, usual);
      return verdict;
    }
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  /** Closes a connection although a thread may wait on it. */
  static void abort(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.log(Level.DEBUG, "it was closed already", e);
      }
    }
  }

  /** One of the servers; compared by identity. */
  private final class Server {
    final String url;
    final Loop loop = new Loop("database-watch", PAUSE, this::watch);
    volatile @Nullable Connection connection;
    volatile @Nullable Verdict verdict; // null while it does not answer
    volatile boolean asked;

    Server(String url) {
      this.url = url;
    }

    void watch() {
      ask();
      decide();
    }

    private void ask() {
      Connection mine = connection;
      try {
        if (mine == null) {
          mine = connect(url);
          connection = mine;
        }
        verdict = judge(mine);
      } catch (SQLException e) {
        LOG.log(Level.DEBUG, "{0} does not answer: {1}", this, Outage.reason(e));
        abort(mine);
        connection = null;
        verdict = null;
      }
      asked = true;
    }

    /** Host and port; the rest of the URL may have a password. */
    @Override
    public String toString() {
      return ServerUrls.place(url);
    }
  }
}
