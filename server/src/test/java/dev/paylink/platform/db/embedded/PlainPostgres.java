package dev.paylink.platform.db.embedded;

import dev.paylink.testing.Await;
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
  private final int port;

  private PlainPostgres(Path folder, Process server, int port) {
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
      Path folder = Files.createTempDirectory("paylink-plain-postgres");
      DataDirectory data = DataDirectory.open(folder);
      RunAs runAs = RunAs.choose(data);
      runAs.enter(data);
      Path binaries = unpacked(major);
      Path cluster = folder.resolve("cluster");
      Command.Result initdb =
          Command.run(
              folder,
              LIMIT,
              runAs.command(
                  binaries.resolve("bin/initdb").toString(),
                  "--pgdata=" + cluster,
                  "--username=postgres",
                  "--auth=trust",
                  "--encoding=UTF8",
                  "--locale=C",
                  "--no-sync"));
      if (!initdb.succeeded()) {
        throw new IllegalStateException(initdb.output());
      }
      int port = FreePort.choose();
      List<String> command =
          new ArrayList<>(
              runAs.command(
                  binaries.resolve("bin/postgres").toString(),
                  "-D",
                  cluster.toString(),
                  "-p",
                  Integer.toString(port)));
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    server.destroy();
    try {
      server.waitFor();
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

  private String url(String database) {
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
