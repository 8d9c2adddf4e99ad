package dev.paylink.testing;

import dev.paylink.ids.IdPlugin;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;

/**
 * Hands out empty, migrated databases of one real PostgreSQL that all tests of this JVM share: each
 * is a copy of a template migrated once, so a fresh one costs less than its connections. That
 * server never dies before its tests, so no commit waits for the disk. What must survive a crash is
 * tested with {@link ServiceProcess}, whose server is its own and as durable as everybody's.
 */
public final class TestDatabase {
  /** How long requests wait for the database: on a busy machine a slow answer is no outage. */
  public static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final String TEMPLATE = "paylink";
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final EmbeddedPostgres SERVER = start();

  private TestDatabase() {}

  /** A database of the caller's own; close it to give its connections back. */
  public static Database fresh() {
    String url = freshUrl();
    return Database.open(url, url, PATIENCE, new IdPlugin());
  }

  /** The JDBC URL of a database of the caller's own. */
  public static String freshUrl() {
    String name = "test_" + COUNT.incrementAndGet();
    // Only one session at a time may copy a template.
    synchronized (TestDatabase.class) {
      try (Connection connection = DriverManager.getConnection(url("postgres"));
          Statement statement = connection.createStatement()) {
        statement.execute("create database " + name + " template " + TEMPLATE);
        statement.execute("alter database " + name + " set synchronous_commit = off");
      } catch (SQLException e) {
        throw new IllegalStateException("cannot create " + name, e);
      }
    }
    return url(name);
  }

  /** The address of a database without a single table. */
  public static String emptyUrl() {
    String url = freshUrl();
    String name = "empty_" + System.nanoTime();
    Jdbi.create(url).useHandle(handle -> handle.execute("create database " + name));
    return url.replaceFirst("/test_[0-9]+\\?", "/" + name + "?");
  }

  /** The same database for the role that a service works as; another server's URL as it is. */
  public static String serviceUrl(String url) {
    return url.replace(end(SERVER.jdbcUrl()), end(SERVER.serviceUrl()));
  }

  private static EmbeddedPostgres start() {
    try {
      Path folder = ScratchFolder.create("paylink-test");
      EmbeddedPostgres server =
          EmbeddedPostgres.start(
              folder,
              EmbeddedPostgresOptions.defaults()
                  .withSetting("max_connections", "200")
                  // It would go round hundreds of databases, none of which lives that long.
                  .withSetting("autovacuum_naptime", "1h"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, folder)));
      Database.open(server.serviceUrl(), server.jdbcUrl(), PATIENCE, new IdPlugin()).close();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder for PostgreSQL", e);
    }
  }

  /**
   * Nothing of it is read again, so it ends at once: writing hundreds of databases to the disk
   * takes longer than the JVM of tests is given.
   */
  private static void stop(EmbeddedPostgres server, Path folder) {
    try {
      new ProcessBuilder("sh", "-c", "kill -s QUIT " + server.pid()).start().waitFor();
      server.close();
      // Thousands of files: a process of its own finishes also when this JVM is cut short.
      new ProcessBuilder("rm", "-rf", folder.toString()).start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clear away " + folder, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String end(String url) {
    return url.substring(url.indexOf('?'));
  }

  private static String url(String database) {
    return SERVER.jdbcUrl().replace("/" + TEMPLATE + "?", "/" + database + "?");
  }
}
