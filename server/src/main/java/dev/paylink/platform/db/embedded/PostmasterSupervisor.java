package dev.paylink.platform.db.embedded;

import dev.paylink.platform.db.embedded.PostgresClient.Readiness;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one server running on one port until closed: a server that dies is restarted there, and
 * PostgreSQL's recovery restores every commit.
 *
 * <p>Invariant: {@code server} changes only under the monitor while {@code closed} is false, so
 * close always stops the last server started.
 */
final class PostmasterSupervisor implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PostmasterSupervisor.class.getName());
  private static final Duration LOG_CHECK_INTERVAL = Duration.ofMinutes(1);
  private static final Duration READY_LOG_LIMIT = Duration.ofSeconds(60);
  private static final Duration THREAD_END_LIMIT = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final int MAX_PAUSE_DOUBLINGS = 6;

  private final PostmasterLauncher launcher;
  private final PostgresClient client;
  private final PostgresLog log;
  private final int port;
  private final Thread thread;
  private Process server;
  private boolean closed;

  private PostmasterSupervisor(
      PostmasterLauncher launcher,
      PostgresClient client,
      PostgresLog log,
      int port,
      Process server) {
    this.launcher = launcher;
    this.client = client;
    this.log = log;
    this.port = port;
    this.server = server;
    this.thread = Thread.ofPlatform().daemon().name("postgres-supervisor").unstarted(this::run);
  }

  /** Supervises a server that is ready. */
  static PostmasterSupervisor watch(
      PostmasterLauncher launcher,
      PostgresClient client,
      PostgresLog log,
      int port,
      Process server) {
    PostmasterSupervisor supervisor = new PostmasterSupervisor(launcher, client, log, port, server);
    supervisor.thread.start();
    return supervisor;
  }

  int port() {
    return port;
  }

  synchronized long pid() {
    return server.pid();
  }

  private void run() {
    try {
      int failures = 0;
      while (!isClosed()) {
        awaitExit();
        pause(failures);
        failures = restart() ? 0 : failures + 1;
      }
    } catch (InterruptedException e) {
      // Only close() interrupts this thread; it stops the server itself.
      Thread.currentThread().interrupt();
    }
  }

  private void awaitExit() throws InterruptedException {
    Process watched = current();
    while (!watched.waitFor(LOG_CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
      log.rotateIfLarge();
    }
  }

  private static void pause(int failures) throws InterruptedException {
    Thread.sleep(FIRST_PAUSE_MILLIS << Math.min(failures, MAX_PAUSE_DOUBLINGS));
  }

  private boolean restart() throws InterruptedException {
    try {
      if (isClosed()) {
        return true;
      }
      LOG.log(
          System.Logger.Level.ERROR,
          "PostgreSQL exited with status {0}; starting it again",
          current().exitValue());
      launcher.clearTheWay();
      Process started = launchUnlessClosed();
      if (started == null) {
        return true;
      }
      Readiness readiness = client.await(started, port, READY_LOG_LIMIT);
      LOG.log(System.Logger.Level.WARNING, "PostgreSQL restarted: {0}", readiness);
      return readiness != Readiness.EXITED;
    } catch (RuntimeException e) {
      if (!isClosed()) {
        LOG.log(System.Logger.Level.ERROR, "cannot restart PostgreSQL; will retry", e);
      }
      return false;
    }
  }

  private synchronized @Nullable Process launchUnlessClosed() {
    if (closed) {
      return null;
    }
    server = launcher.launch(port);
    return server;
  }

  private synchronized Process current() {
    return server;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    // An already interrupted caller still gets an orderly shutdown, and its interrupt back
    // afterwards.
    boolean interrupted = Thread.interrupted();
    try {
      thread.interrupt();
      thread.join(THREAD_END_LIMIT);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      stop(current());
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static void stop(Process server) {
    if (!StopSequence.SERVER.stop(server.pid(), server::isAlive)) {
      LOG.log(System.Logger.Level.ERROR, "PostgreSQL does not stop, process " + server.pid());
    }
  }
}
