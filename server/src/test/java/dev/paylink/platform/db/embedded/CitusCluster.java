package dev.paylink.platform.db.embedded;

import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator and workers of the PostgreSQL that is installed here with the Citus extension, each
 * on a port of its own. The database belongs to a role that is no superuser.
 */
public final class CitusCluster implements AutoCloseable {
  private static final Path BINARIES = Path.of("/usr/lib/postgresql/15/bin");
  private static final Path EXTENSION = Path.of("/usr/share/postgresql/15/extension/citus.control");

  private final Path folder;
  private final RunAs runAs;
  private final List<Server> servers = new ArrayList<>();

  /** One PostgreSQL. */
  public final class Server {
    private final Path data;
    private final HeldPort port;
    private Process process;

    private Server(Path data, HeldPort port) throws IOException {
      this.data = data;
      this.port = port;
      this.process = start();
    }

    public int port() {
      return port.number();
    }

    /** Kills it and all its processes, as a crash of its machine would. */
    public void kill() {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Starts it again. */
    public void restart() throws IOException {
      process = start();
      Await.until("it answers", this::answers);
    }

    private Process start() throws IOException {
      return Command.builder(
              folder,
              runAs.command(
                  BINARIES.resolve("postgres").toString(),
                  "-D",
                  data.toString(),
                  "-p",
                  port.toString(),
                  "-c",
                  "shared_preload_libraries=citus",
                  "-c",
                  "max_prepared_transactions=200",
                  "-c",
                  "max_connections=300",
                  "-c",
                  "wal_level=logical",
                  "-c",
                  "citus.node_conninfo=sslmode=disable",
                  "-c",
                  "listen_addresses=127.0.0.1",
                  "-c",
                  "unix_socket_directories=",
                  "-c",
                  "fsync=off"))
          .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(port + ".log").toFile()))
          .start();
    }

    private boolean answers() {
      try (Connection connection = DriverManager.getConnection(url(this, "postgres", "postgres"))) {
        return connection.isValid(1);
      } catch (SQLException e) {
        return false;
      }
    }
  }

  private CitusCluster(Path folder, RunAs runAs) {
    this.folder = folder;
    this.runAs = runAs;
  }

  /** Whether the extension is installed here. */
  public static boolean isInstalled() {
    return Files.exists(EXTENSION);
  }

  /** Starts a coordinator and so many workers, with an empty database. */
  public static CitusCluster start(int workers) throws IOException, SQLException {
    Path folder = Files.createTempDirectory("paylink-citus");
    DataDirectory data = DataDirectory.open(folder);
    RunAs runAs = RunAs.choose(data);
    runAs.enter(data);
    CitusCluster cluster = new CitusCluster(folder, runAs);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    cluster.addServer();
    cluster.onCoordinator(
        "select citus_set_coordinator_host('127.0.0.1', " + cluster.coordinator().port + ")");
    for (int i = 0; i < workers; i++) {
      cluster.addWorker();
    }
    return cluster;
  }

  /** Adds a worker, without moving anything to it. */
  public Server addWorker() throws IOException, SQLException {
    Server worker = addServer();
    onCoordinator("select citus_add_node('127.0.0.1', " + worker.port + ")");
    return worker;
  }

  public Server coordinator() {
    return servers.getFirst();
  }

  public List<Server> workers() {
    return servers.subList(1, servers.size());
  }

  /** The JDBC URL of the database, as the role that owns it. */
  public String url() {
    return url(coordinator(), "paylink", "paylink");
  }

  /** Runs a statement as a superuser on the coordinator; returns the first value. */
  public @Nullable String onCoordinator(String sql) throws SQLException {
    return run(coordinator(), "paylink", sql);
  }

  @Override
  public void close() {
    servers.forEach(Server::kill);
    servers.forEach(server -> server.port.close());
    try {
      DataDirectory.deleteTree(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Server addServer() throws IOException, SQLException {
    HeldPort port = new HeldPort();
    Path data = folder.resolve(port.toString());
    PlainPostgres.initialise(BINARIES, folder, runAs, data);
    Server server = new Server(data, port);
    servers.add(server);
    Await.until("PostgreSQL answers on " + port, server::answers);
    run(server, "postgres", "create role paylink login");
    run(server, "postgres", "create database paylink owner paylink");
    run(server, "paylink", "create extension citus");
    run(server, "paylink", "grant all on schema public to paylink");
    return server;
  }

  private static @Nullable String run(Server server, String database, String sql)
      throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(server, database, "postgres"));
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return null;
      }
      try (ResultSet row = statement.getResultSet()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  private static String url(Server server, String database, String user) {
    return "jdbc:postgresql://127.0.0.1:" + server.port + "/" + database + "?user=" + user;
  }
}
