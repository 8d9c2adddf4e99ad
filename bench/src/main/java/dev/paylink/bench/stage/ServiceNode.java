package dev.paylink.bench.stage;

import dev.paylink.sandbox.SandboxFile;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The service as a process of its own, with its own ready merchant. */
public final class ServiceNode implements AutoCloseable {
  /** What all keys of a merchant may call in a minute: the limiter runs, and stops nobody. */
  private static final String MOST_CALLS = "10000000";

  private final Process process;
  private final Path folder;
  private final SandboxFile.Access access;

  /** Starts it in this folder and returns when it takes requests. */
  ServiceNode(Path folder, String jdbcUrl, Map<String, String> settings)
      throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    this.process = start(jdbcUrl, settings);
    this.access = awaitAccess();
  }

  public String baseUrl() {
    return access.baseUrl();
  }

  public String apiKey() {
    return access.merchant().apiKey();
  }

  public String secretKey() {
    return access.merchant().secretKey().reveal();
  }

  public SandboxFile.Access access() {
    return access;
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    end(process);
  }

  /** Ends a process, by force if it does not end by itself. */
  static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Process start(String jdbcUrl, Map<String, String> settings) throws IOException {
    List<String> command =
        Jvm.command(
            "dev.paylink.app.Main",
            List.of(
                "sandbox",
                "--data",
                folder.toString(),
                "--port",
                Integer.toString(freePort()),
                "--internal-port",
                Integer.toString(freePort())));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PAYLINK_MERCHANT_LIMIT", MOST_CALLS);
    builder.environment().putAll(settings);
    builder.environment().put("PAYLINK_DATABASE_URL", jdbcUrl);
    builder.redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("service.out").toFile());
    return builder.start();
  }

  private SandboxFile.Access awaitAccess() throws IOException, InterruptedException {
    for (int i = 0; i < 600; i++) {
      if (Files.exists(folder.resolve("sandbox.json"))) {
        return new SandboxFile(folder).read();
      }
      if (!process.isAlive()) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    close();
    throw new IllegalStateException(
        "the service did not start: " + Files.readString(folder.resolve("service.out")));
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
