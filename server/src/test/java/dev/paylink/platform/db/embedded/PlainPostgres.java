package dev.paylink.platform.db.embedded;

import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.ScratchFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A PostgreSQL of a given major version at its default settings, as an operator would install it:
 * none of the embedded database's tuning. Only the disk is spared.
 */
public final class PlainPostgres implements AutoCloseable {
  private static final Path ARCHIVES = Path.of("target/postgres").toAbsolutePath();
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Path folder;
  private final Process server;
  private final HeldPort port;

  private PlainPostgres(Path folder, Process server, HeldPort port) {
    this.folder = folder;
    this.server = server;
    this.port = port;
  }

  /** The versions to test: the oldest and the newest supported one, unless told otherwise. */
  public static List<Integer> versions() {
    return Arrays.stream(System.getProperty("paylink.postgres", "15,18").split(","))
        .map(Integer::valueOf)
        .toList();
  }

  public static PlainPostgres start(int major, Map<String, String> settings) {
    try {
      Path folder = ScratchFolder.create("paylink-plain-postgres");
      initialise(major, folder);
      return launch(major, folder, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A primary, and a copy of it in recovery that can be promoted; nothing is replicated. */
  public record Pair(PlainPostgres primary, PlainPostgres standby) implements AutoCloseable {
    /** The JDBC URL that names both. */
    public String url() {
      return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?user=postgres"
          .formatted(primary.port(), standby.port());
    }

    @Override
    public void close() {
      standby.close();
      primary.close();
    }
  }

  public static Pair pair(int major) {
    try {
      Path first = ScratchFolder.create("paylink-plain-postgres");
      Path second = ScratchFolder.create("paylink-plain-postgres");
      initialise(major, first);
      DataDirectory data = DataDirectory.open(second);
      RunAs runAs = RunAs.choose(data);
      runAs.enter(data);
      mustRun(second, List.of("cp", "-a", first.resolve("cluster").toString(), second.toString()));
      runAs.own(Files.createFile(second.resolve("cluster").resolve("standby.signal")));
      return new Pair(launch(major, first, Map.of()), launch(major, second, Map.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void initialise(int major, Path folder) throws IOException {
    DataDirectory data = DataDirectory.open(folder);
    RunAs runAs = RunAs.choose(data);
    runAs.enter(data);
    initialise(unpacked(major).resolve("bin"), folder, runAs, folder.resolve("cluster"));
  }

  /** Makes an empty cluster whose superuser needs no password. */
  static void initialise(Path binaries, Path folder, RunAs runAs, Path cluster) {
    mustRun(
        folder,
        runAs.command(
            binaries.resolve("initdb").toString(),
            "--pgdata=" + cluster,
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync"));
  }

  private static void mustRun(Path folder, List<String> command) {
    Command.Result result = Command.run(folder, LIMIT, command);
    if (!result.succeeded()) {
      throw new IllegalStateException(result.output());
    }
  }

  private static PlainPostgres launch(int major, Path folder, Map<String, String> settings)
      throws IOException {
    HeldPort port = new HeldPort();
    List<String> command =
        new ArrayList<>(
            RunAs.choose(DataDirectory.open(folder))
                .command(
                    unpacked(major).resolve("bin/postgres").toString(),
                    "-D",
                    folder.resolve("cluster").toString(),
                    "-p",
                    port.toString()));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    command.addAll(
        List.of(
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off"));
    Process server =
        Command.builder(folder, command)
            .redirectOutput(folder.resolve("postgres.log").toFile())
            .start();
    PlainPostgres plain = new PlainPostgres(folder, server, port);
    Runtime.getRuntime().addShutdownHook(new Thread(plain::close));
    Await.until("PostgreSQL " + major + " answers", plain::answers);
    return plain;
  }

  public int port() {
    return port.number();
  }

  /** As SIGSTOP for all of its processes: they are there, and do nothing. */
  public void freeze() {
    signal("-STOP");
  }

  public void thaw() {
    signal("-CONT");
  }

  /** Ends its recovery, which begins a new timeline. */
  public void promote() {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_promote()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void signal(String signal) {
    List<String> command = new ArrayList<>(List.of("kill", signal, Long.toString(server.pid())));
    server.descendants().forEach(process -> command.add(Long.toString(process.pid())));
    Command.run(folder, LIMIT, command);
  }

  /** The JDBC URL of an empty database of the caller's own. */
  public String freshUrl() {
    String name = "plain_" + COUNT.incrementAndGet();
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
      return url(name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (server.isAlive()) {
      thaw();
      Command.run(folder, LIMIT, List.of("kill", "-INT", Long.toString(server.pid()))); // at once
    }
    try {
      server.waitFor();
      port.close();
      DataDirectory.deleteTree(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean answers() {
    try (Connection connection = DriverManager.getConnection(url("postgres"))) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  /** The JDBC URL of a database as the superuser. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
  }

  private static synchronized Path unpacked(int major) throws IOException {
    Path archive;
    try (Stream<Path> files = Files.list(ARCHIVES)) {
      archive =
          files
              .filter(
                  file ->
                      file.getFileName()
                          .toString()
                          .matches(
                              ".*-"
                                  + PostgresBinaries.architecture()
                                  + "-"
                                  + major
                                  + "\\..*\\.jar"))
              .findFirst()
              .orElseThrow(
                  () -> new IllegalStateException("no PostgreSQL " + major + " in " + ARCHIVES));
    }
    Path folder = ARCHIVES.resolve(archive.getFileName().toString().replace(".jar", ""));
    if (!Files.isDirectory(folder)) {
      Path unfinished = Files.createTempDirectory(ARCHIVES, "unfinished");
      Files.setPosixFilePermissions(
          unfinished, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
      try (FileSystem jar = FileSystems.newFileSystem(archive);
          Stream<Path> entries = Files.list(jar.getPath("/"))) {
        Path packed =
            entries.filter(entry -> entry.toString().endsWith(".txz")).findFirst().orElseThrow();
        try (InputStream in = Files.newInputStream(packed)) {
          TarXzArchive.extract(in, unfinished);
        }
      }
      try {
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!Files.isDirectory(folder)) { // another process was faster
          throw e;
        }
        DataDirectory.deleteTree(unfinished);
      }
    }
    return folder;
  }
}
