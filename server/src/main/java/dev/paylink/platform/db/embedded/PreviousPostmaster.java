package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Clears the way for a new server: stops any PostgreSQL that still runs in our cluster after its
 * owner or itself was killed, and never touches another program. Only the holder of the folder's
 * lock may call it, so anything that runs there is an orphan.
 */
final class PreviousPostmaster {
  private static final System.Logger LOG = System.getLogger(PreviousPostmaster.class.getName());

  /** The line of the pid file that has the port. */
  private static final int PORT_LINE = 4;

  private final Path cluster;

  PreviousPostmaster(Path cluster) {
    this.cluster = cluster;
  }

  void clear() {
    long pid = recordedPid();
    if (pid > 0) {
      clear(new ProcessEntry(pid));
    }
    // PostgreSQL refuses to start while one of these still holds the old shared memory.
    for (ProcessEntry process : ProcessEntry.workingIn(cluster)) {
      StopSequence.BACKEND.stop(process.pid(), () -> process.isPostgresOf(cluster));
    }
  }

  /** Returns the port of the server that runs in our cluster; 0 if none does. */
  int runningPort() {
    long pid = recordedPid();
    return pid != 0 && new ProcessEntry(pid).isPostmasterOf(cluster) ? recordedPort() : 0;
  }

  /** Returns the port of the last server that was started in our cluster; 0 if it is unknown. */
  int recordedPort() {
    try {
      List<String> lines = Files.readAllLines(pidFile());
      return lines.size() < PORT_LINE ? 0 : Integer.parseInt(lines.get(PORT_LINE - 1).strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  private void clear(ProcessEntry process) {
    if (process.isPostmasterOf(cluster)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "stopping a PostgreSQL that a killed service left running, process {0,number,#}",
          process.pid());
      if (!StopSequence.SERVER.stop(process.pid(), () -> process.isPostmasterOf(cluster))) {
        throw new EmbeddedPostgresException(
            "the PostgreSQL that was left running does not stop, process " + process.pid());
      }
    } else if (Files.exists(Path.of("/proc", Long.toString(process.pid())))) {
      // The pid now belongs to another program (or a zombie), which PostgreSQL would take for
      // itself and refuse to start. A dead pid is left to PostgreSQL, which judges it better.
      deletePidFile();
    }
  }

  private long recordedPid() {
    try {
      List<String> lines = Files.readAllLines(pidFile());
      return lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  private void deletePidFile() {
    try {
      Files.deleteIfExists(pidFile());
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot delete stale " + pidFile(), e);
    }
  }

  private Path pidFile() {
    return cluster.resolve("postmaster.pid");
  }
}
