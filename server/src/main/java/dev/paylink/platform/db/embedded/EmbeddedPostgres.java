package dev.paylink.platform.db.embedded;

import dev.paylink.platform.db.embedded.PostgresClient.Readiness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Runs a real PostgreSQL in a folder of the service, durable to the last commit: whichever process
 * is killed at any moment, every committed row is present after the next start.
 *
 * <ul>
 *   <li>One owner: an exclusive lock on the folder is held from start to close.
 *   <li>A server left behind by a killed owner is stopped and replaced at the next start.
 *   <li>A server that dies is restarted on the same port until closed.
 * </ul>
 *
 * <p>The owner that starts it closes it, after its last query: there is no shutdown hook here,
 * because only the owner knows when the service has drained.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  /** For a port taken between choosing and binding it, and for backends that exit slowly. */
  private static final int MAX_START_ATTEMPTS = 4;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final int PAUSE_FACTOR = 4;

  private final DirectoryLock lock;
  private final PostmasterSupervisor supervisor;
  private final Path clusterFolder;
  private final String superuserUrl;
  private final String jdbcUrl;
  private final String serviceUrl;

  private EmbeddedPostgres(
      DirectoryLock lock,
      PostmasterSupervisor supervisor,
      PostgresClient client,
      Path clusterFolder) {
    this.lock = lock;
    this.clusterFolder = clusterFolder;
    this.superuserUrl = client.superuserUrl(supervisor.port());
    this.supervisor = supervisor;
    this.jdbcUrl = client.ownerUrl(supervisor.port());
    this.serviceUrl = client.serviceUrl(supervisor.port());
  }

  /**
   * Starts PostgreSQL; returns once the database {@code paylink} answers.
   *
   * @throws EmbeddedPostgresException if another process owns the folder or PostgreSQL cannot start
   */
  public static EmbeddedPostgres start(Path dataDirectory, EmbeddedPostgresOptions options) {
    DataDirectory data = DataDirectory.open(dataDirectory);
    return start(data, options, RunAs.choose(data));
  }

  /**
   * Returns the address of the server that a running service has in this folder, for the owner of
   * the tables; null if none runs there. The service may run in another container, where its
   * processes are not seen from here.
   *
   * @throws EmbeddedPostgresException if the folder holds no database, or one that cannot be
   *     reached
   */
  public static @Nullable String runningUrl(Path dataDirectory) {
    if (Files.isDirectory(dataDirectory) && !Files.isReadable(dataDirectory)) {
      throw new EmbeddedPostgresException(
          "the user %s may not read %s; run this as the user of the service"
              .formatted(System.getProperty("user.name"), dataDirectory));
    }
    if (!Files.isDirectory(dataDirectory) || !DataDirectory.open(dataDirectory).hasCluster()) {
      throw new EmbeddedPostgresException("there is no database in " + dataDirectory);
    }
    DataDirectory data = DataDirectory.open(dataDirectory);
    PreviousPostmaster server = new PreviousPostmaster(data.cluster());
    int port = server.runningPort();
    if (port != 0) {
      return ownerUrl(data, port);
    }
    return DirectoryLock.isHeldElsewhere(data) ? unseenUrl(data, server.recordedPort()) : null;
  }

  /** Returns the address of a server whose process is not seen, but whose owner holds the lock. */
  private static String unseenUrl(DataDirectory data, int port) {
    String url = ownerUrl(data, port);
    try {
      // The right server: both sides prove that they know the password of this folder.
      DriverManager.getConnection(url).close();
      return url;
    } catch (SQLException e) {
      throw new EmbeddedPostgresException(
          "the database in %s is in use by a service whose processes are not seen from here, and it does not answer on 127.0.0.1:%d; run this command in the container of the service"
              .formatted(data.root(), port),
          e);
    }
  }

  private static String ownerUrl(DataDirectory data, int port) {
    try {
      return new PostgresClient(Files.readString(data.passwordFile()).strip()).ownerUrl(port);
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot read " + data.passwordFile(), e);
    }
  }

  static EmbeddedPostgres start(DataDirectory data, EmbeddedPostgresOptions options, RunAs runAs) {
    DirectoryLock lock = DirectoryLock.acquire(data);
    try {
      // Before anything else touches the cluster: a server left behind may still write to it.
      new PreviousPostmaster(data.cluster()).clear();
      runAs.enter(data);
      PostgresBinaries binaries = PostgresBinaries.locate(data, runAs);
      PostgresClient client = new PostgresClient(new Cluster(data, binaries, runAs).prepare());
      PostgresLog log = new PostgresLog(data.logFile());
      PostmasterLauncher launcher =
          new PostmasterLauncher(data, binaries, runAs, log, options.settings());
      PostmasterSupervisor supervisor = startServer(launcher, client, log, options);
      return new EmbeddedPostgres(lock, supervisor, client, data.cluster());
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static PostmasterSupervisor startServer(
      PostmasterLauncher launcher,
      PostgresClient client,
      PostgresLog log,
      EmbeddedPostgresOptions options) {
    Readiness readiness = Readiness.EXITED;
    Duration pause = Duration.ZERO;
    try {
      for (int i = 0; i < MAX_START_ATTEMPTS && readiness == Readiness.EXITED; i++) {
        Thread.sleep(pause);
        pause = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(PAUSE_FACTOR);
        launcher.clearTheWay();
        int port = options.port() == 0 ? FreePort.choose() : options.port();
        Process server = launcher.launch(port);
        readiness = awaitDatabase(client, server, port, options.startTimeout());
        if (readiness == Readiness.READY) {
          return PostmasterSupervisor.watch(launcher, client, log, port, server);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while PostgreSQL started", e);
    }
    throw new EmbeddedPostgresException(
        "PostgreSQL does not start (" + readiness + "); its log ends with:\n" + log.tail());
  }

  /** Waits for the database; stops the server unless its database is ready. */
  private static Readiness awaitDatabase(
      PostgresClient client, Process server, int port, Duration timeout)
      throws InterruptedException {
    boolean ready = false;
    try {
      Readiness readiness = client.await(server, port, timeout);
      if (readiness == Readiness.READY) {
        client.createDatabase(port);
        ready = true;
      }
      return readiness;
    } finally {
      if (!ready) {
        PostmasterSupervisor.stop(server);
      }
    }
  }

  /**
   * Returns the database's address for the owner of its tables. It contains a password: never log
   * it.
   */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /**
   * Returns the address for the role that works with the tables and owns nothing; never log it
   * either.
   */
  public String serviceUrl() {
    return serviceUrl;
  }

  /** Returns the address for PostgreSQL's superuser, who alone may copy its files and WAL. */
  public String superuserUrl() {
    return superuserUrl;
  }

  /** Returns the folder with PostgreSQL's own files. */
  public Path clusterFolder() {
    return clusterFolder;
  }

  public int port() {
    return supervisor.port();
  }

  /** Returns the postmaster's process id, which changes when PostgreSQL dies and is restarted. */
  public long pid() {
    return supervisor.pid();
  }

  /** Shuts PostgreSQL down in order, then releases the folder; a second call does nothing. */
  @Override
  public void close() {
    try {
      supervisor.close();
    } finally {
      lock.close();
    }
  }

  @Override
  public String toString() {
    return "EmbeddedPostgres[port=" + port() + ", pid=" + pid() + "]";
  }
}
