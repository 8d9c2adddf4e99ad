package dev.paylink.platform.db.embedded;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reports the server as ready only after a real connection has worked, and creates the database and
 * its two roles. {@code paylink} owns the database and everything in it; {@code paylink_service}
 * owns nothing. Neither is a superuser. Only the superuser's password is stored: theirs are derived
 * from it, and it cannot be derived from theirs.
 */
final class PostgresClient {
  private static final String OWNER = "paylink";
  private static final String SERVICE = "paylink_service";
  private static final String OWNER_EXISTS = "select 1 from pg_roles where rolname = 'paylink'";
  private static final String SERVICE_EXISTS =
      "select 1 from pg_roles where rolname = 'paylink_service'";
  private static final String DATABASE_EXISTS =
      "select 1 from pg_database where datname = 'paylink'";
  private static final String CREATE_DATABASE = "create database paylink owner paylink";

  private static final String INVALID_AUTHORIZATION_CLASS = "28";
  private static final int CONNECT_SECONDS = 10;

  /** If another server on the port refused us, ours exits within this time. */
  private static final int BIND_SECONDS = 2;

  private static final long POLL_MILLIS = 20;

  private final String superuserPassword;
  private final String ownerPassword;
  private final String servicePassword;

  PostgresClient(String superuserPassword) {
    this.superuserPassword = superuserPassword;
    this.ownerPassword = derivedPassword(OWNER);
    this.servicePassword = derivedPassword(SERVICE);
  }

  enum Readiness {
    READY,
    EXITED,
    TIMED_OUT
  }

  String ownerUrl(int port) {
    return url(port, "paylink", OWNER, ownerPassword);
  }

  String serviceUrl(int port) {
    return url(port, "paylink", SERVICE, servicePassword);
  }

  String superuserUrl(int port) {
    return url(port, "postgres", Cluster.SUPERUSER, superuserPassword);
  }

  /** The same at each start, so that a node that was connected before stays connected. */
  private String derivedPassword(String role) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(superuserPassword.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(role.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA256 is part of every JDK", e);
    }
  }

  private static String url(int port, String database, String user, String password) {
    // Loopback needs no TLS; turning it off saves a round trip per connection.
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

  /**
   * Creates the database. Safe to repeat after any interruption: each step is its own statement,
   * after a lookup.
   */
  void createDatabase(int port) {
    try (Connection connection = connect(port);
        Statement statement = connection.createStatement()) {
      // The passwords are hexadecimal; a utility statement takes no parameters.
      statement.execute(
          (exists(statement, OWNER_EXISTS) ? "alter role paylink" : "create role paylink createdb")
              + " login password '%s'".formatted(ownerPassword));
      statement.execute(
          (exists(statement, SERVICE_EXISTS)
                  ? "alter role paylink_service"
                  : "create role paylink_service")
              + " login password '%s'".formatted(servicePassword));
      statement.execute("grant paylink_service to paylink"); // to see and end its sessions
      if (!exists(statement, DATABASE_EXISTS)) {
        statement.execute(CREATE_DATABASE);
      }
    } catch (SQLException e) {
      throw new EmbeddedPostgresException("cannot create the database paylink", e);
    }
  }

  private Connection connect(int port) throws SQLException {
    String limits = "&loginTimeout=%1$d&connectTimeout=%1$d".formatted(CONNECT_SECONDS);
    return DriverManager.getConnection(superuserUrl(port) + limits);
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
