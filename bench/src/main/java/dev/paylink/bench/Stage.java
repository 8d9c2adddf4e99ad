package dev.paylink.bench;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.sandbox.SandboxFile;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A PostgreSQL with its durable settings and the service on it, each a process of its own so that
 * their CPU can be told apart. Everything lives in a temporary folder and ends with the bench.
 */
final class Stage implements AutoCloseable {
  private final Path folder;
  private final EmbeddedPostgres postgres;
  private final Process service;
  private final SandboxFile.Access access;
  private final AtomicBoolean closed = new AtomicBoolean();

  Stage() throws IOException, InterruptedException, SQLException {
    this(Map.of());
  }

  /** With these settings, as variables of the environment. */
  Stage(Map<String, String> settings) throws IOException, InterruptedException, SQLException {
    folder = Files.createTempDirectory("paylink-bench");
    postgres = EmbeddedPostgres.start(folder.resolve("db"), EmbeddedPostgresOptions.defaults());
    service = startService(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    access = awaitAccess();
    // The bench is not about the rate limit; the limiter runs all the same.
    sql("update api_key set rate_limit = 2000000000");
  }

  String baseUrl() {
    return access.baseUrl();
  }

  String internalUrl() {
    return access.internalUrl();
  }

  MerchantId merchant() {
    return Objects.requireNonNull(MerchantId.parse(access.merchant().merchantId()));
  }

  String apiKey() {
    return access.merchant().apiKey();
  }

  String secretKey() {
    return access.merchant().secretKey().reveal();
  }

  String callbackSecret() {
    return access.callbackSecret().reveal();
  }

  String adminToken() {
    return access.adminToken().reveal();
  }

  String jdbcUrl() {
    return postgres.jdbcUrl();
  }

  CpuClock serviceCpu() {
    return CpuClock.ofProcess(service.pid());
  }

  CpuClock postgresCpu() {
    return CpuClock.ofTree(postgres.pid());
  }

  void sql(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl());
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return; // by the end of the bench and by Ctrl-C, whichever comes first
    }
    service.destroy();
    try {
      if (!service.waitFor(20, TimeUnit.SECONDS)) {
        service.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    postgres.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      System.err.println("could not delete " + folder);
    }
  }

  /** Ends a bench that is stopped from outside, as by a time limit, and says so. */
  private void stop() {
    if (!closed.get()) {
      System.err.println("The bench was stopped. Errors that follow are a consequence of that.");
    }
    close();
  }

  private Process startService(Map<String, String> settings) throws IOException {
    List<String> command =
        Jvm.command(
            "dev.paylink.app.Main",
            List.of(
                "sandbox",
                "--data",
                folder.resolve("service").toString(),
                "--port",
                Integer.toString(freePort()),
                "--internal-port",
                Integer.toString(freePort())));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(settings);
    builder.environment().put("PAYLINK_DATABASE_URL", postgres.jdbcUrl());
    builder.redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("service.out").toFile());
    return builder.start();
  }

  private SandboxFile.Access awaitAccess() throws IOException, InterruptedException {
    Path data = folder.resolve("service");
    for (int i = 0; i < 600; i++) {
      if (Files.exists(data.resolve("sandbox.json"))) {
        return new SandboxFile(data).read();
      }
      if (!service.isAlive()) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new IllegalStateException(
        "the service did not start: " + Files.readString(folder.resolve("service.out")));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
