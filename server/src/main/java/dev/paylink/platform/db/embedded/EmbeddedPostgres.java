package dev.paylink.platform.db.embedded;

import dev.paylink.platform.db.embedded.PostgresClient.Readiness;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Runs a real PostgreSQL in a folder of the service's own, durable to the last commit: whichever
 * process is killed at whichever moment, every committed row is there after the next start.
 *
 * <ul>
 *   <li>One owner: an exclusive lock on the folder is held from start to close.
 *   <li>A server left behind by a killed owner is stopped and replaced at the next start.
 *   <li>A server that dies is started again on the same port until closed.
 * </ul>
 *
 * <p>Whoever starts it closes it, after its last query: there is no shutdown hook here, for only
 * the owner knows when the service has drained.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  /** For a port taken between choosing and binding it, and for backends slow to leave. */
  private static final int MAX_START_ATTEMPTS = 4;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final int PAUSE_FACTOR = 4;

  private final DirectoryLock lock;
  private final PostmasterSupervisor supervisor;
  private final String jdbcUrl;
  private final String serviceUrl;

  private EmbeddedPostgres(
      DirectoryLock lock, PostmasterSupervisor supervisor, PostgresClient client) {
    this.lock = lock;
    this.supervisor = supervisor;
    this.jdbcUrl = client.ownerUrl(supervisor.port());
    this.serviceUrl = client.serviceUrl(supervisor.port());
  }

  /**
   * Returns once the database {@code paylink} answers.
   *
   * @throws EmbeddedPostgresException if another process owns the folder or PostgreSQL cannot start
   */
  public static EmbeddedPostgres start(Path dataDirectory, EmbeddedPostgresOptions options) {
    DataDirectory data = DataDirectory.open(dataDirectory);
    return start(data, options, RunAs.choose(data));
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
      return new EmbeddedPostgres(lock, supervisor, client);
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

  /** Leaves no server behind unless its database is ready. */
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

  /** The database's address for the owner of its tables. A password is in it: never log it. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /** The same for the role that works with the tables and owns nothing. */
  public String serviceUrl() {
    return serviceUrl;
  }

  public int port() {
    return supervisor.port();
  }

  /** The postmaster's process id; another one after PostgreSQL died and was started again. */
  public long pid() {
    return supervisor.pid();
  }

  /** Shuts PostgreSQL down in order, then lets the next owner in; does nothing the second time. */
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
