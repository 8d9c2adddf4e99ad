package dev.paylink.platform.db.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Says the server is ready only after a real connection has worked, and makes the service's own
 * role and database exist. The role owns its database and is no superuser.
 */
final class PostgresClient {
  private static final String ROLE_EXISTS = "select 1 from pg_roles where rolname = 'paylink'";
  private static final String DATABASE_EXISTS =
      "select 1 from pg_database where datname = 'paylink'";
  private static final String CREATE_ROLE = "create role paylink login createdb password ";
  private static final String CREATE_DATABASE = "create database paylink owner paylink";

  private static final String INVALID_AUTHORIZATION_CLASS = "28";
  private static final int CONNECT_SECONDS = 10;

  /** If another server on the port refused us, ours ends within this time. */
  private static final int BIND_SECONDS = 2;

  private static final long POLL_MILLIS = 20;

  private final String password;

  PostgresClient(String password) {
    this.password = password;
  }

  enum Readiness {
    READY,
    EXITED,
    TIMED_OUT
  }

  String jdbcUrl(int port) {
    return url(port, "paylink", "paylink");
  }

  private String url(int port, String database, String user) {
    // Loopback needs no TLS; saying so saves a round trip per connection.
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s&sslmode=disable"
        .formatted(port, database, user, password);
  }

  /** Waits until the server answers queries, its process has ended, or the time is over. */
  Readiness await(Process server, int port, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        connect(port).close();
        return Readiness.READY;
      } catch (SQLException e) {
        if (isPasswordRefused(e) && !server.waitFor(BIND_SECONDS, TimeUnit.SECONDS)) {
          throw new EmbeddedPostgresException("PostgreSQL refuses the password in its file", e);
        }
      }
      if (server.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        return Readiness.EXITED;
      }
    }
    return Readiness.TIMED_OUT;
  }

  /** Safe to repeat after any interruption: each step is its own statement, looked up first. */
  void createDatabase(int port) {
    try (Connection connection = connect(port);
        Statement statement = connection.createStatement()) {
      if (!exists(statement, ROLE_EXISTS)) {
        // The password is hexadecimal; a utility statement takes no parameters.
        statement.execute(CREATE_ROLE + "'" + password + "'");
      }
      if (!exists(statement, DATABASE_EXISTS)) {
        statement.execute(CREATE_DATABASE);
      }
    } catch (SQLException e) {
      throw new EmbeddedPostgresException("cannot create the database paylink", e);
    }
  }

  private Connection connect(int port) throws SQLException {
    String limits = "&loginTimeout=%1$d&connectTimeout=%1$d".formatted(CONNECT_SECONDS);
    return DriverManager.getConnection(url(port, "postgres", Cluster.SUPERUSER) + limits);
  }

  private static boolean exists(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }

  private static boolean isPasswordRefused(SQLException e) {
    String state = e.getSQLState();
    return state != null && state.startsWith(INVALID_AUTHORIZATION_CLASS);
  }
}
