package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts the server on loopback only, with every commit on disk before it is acknowledged. The
 * returned process is the postmaster itself, in its own session: Ctrl-C in the terminal reaches the
 * service alone, which stops PostgreSQL after it has drained.
 */
final class PostmasterLauncher {
  /** Sized for a payment workload of short transactions on a small machine. */
  private static final Map<String, String> TUNING =
      Map.ofEntries(
          Map.entry("shared_buffers", "256MB"),
          Map.entry("max_connections", "64"),
          // Few full-page images and no bursts; two gigabytes replay well within the start limit.
          Map.entry("max_wal_size", "2GB"),
          Map.entry("min_wal_size", "256MB"),
          Map.entry("checkpoint_completion_target", "0.9"),
          Map.entry("wal_buffers", "16MB"),
          Map.entry("random_page_cost", "1.1"),
          // These binaries lack lz4, and pglz costs more CPU than the WAL it saves.
          Map.entry("wal_compression", "off"),
          Map.entry("jit", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"));

  private static final Map<String, String> FIXED =
      Map.of(
          "fsync", "on",
          "full_page_writes", "on",
          "synchronous_commit", "on",
          "listen_addresses", "127.0.0.1",
          "unix_socket_directories", "");

  private final DataDirectory data;
  private final PostgresBinaries binaries;
  private final RunAs runAs;
  private final PostgresLog log;
  private final Map<String, String> settings;

  PostmasterLauncher(
      DataDirectory data,
      PostgresBinaries binaries,
      RunAs runAs,
      PostgresLog log,
      Map<String, String> extraSettings) {
    this.data = data;
    this.binaries = binaries;
    this.runAs = runAs;
    this.log = log;
    this.settings = new LinkedHashMap<>(TUNING);
    this.settings.putAll(extraSettings);
    this.settings.putAll(FIXED);
  }

  /**
   * Stops any other server of this cluster; none runs when it returns. May take a while after a
   * crash.
   */
  void clearTheWay() {
    new PreviousPostmaster(data.cluster()).clear();
  }

  Process launch(int port) {
    try {
      log.create();
      runAs.ownEntry(log.file());
      Path file = log.file();
      return Command.builder(data.root(), command(port))
          .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()))
          .start();
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot start PostgreSQL in " + data.root(), e);
    }
  }

  private List<String> command(int port) {
    // setsid runs in place here: only a process group leader would make it fork.
    List<String> command = new ArrayList<>(List.of("setsid"));
    command.addAll(
        runAs.command(
            binaries.program("postgres"),
            "-D",
            data.cluster().toString(),
            "-p",
            Integer.toString(port)));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return command;
  }
}
