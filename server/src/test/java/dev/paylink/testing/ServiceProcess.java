package dev.paylink.testing;

import dev.paylink.sandbox.SandboxFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A sandbox, or another node of one, in a JVM of its own, to be stopped, frozen or killed as an
 * operator's bad day would.
 */
public final class ServiceProcess implements AutoCloseable {
  /** No test waits for ever; a machine that stands still for a while fails none. */
  public static final int ITS_END_SECONDS = 180;

  private final Path data;
  private final Map<String, String> environment;
  private final HeldPort port = new HeldPort();
  private final HeldPort internalPort = new HeldPort();
  private final String subcommand;
  private List<String> command;
  private Process process;

  /** Starts on the folder and returns when it takes requests. */
  public ServiceProcess(Path data, Map<String, String> environment) {
    this("sandbox", data, environment, ServiceJvm.command());
  }

  /** A process that only relays, for a sandbox whose database the environment names. */
  public static ServiceProcess relay(Path data, Map<String, String> environment) {
    return new ServiceProcess("relay", data, environment, ServiceJvm.command());
  }

  /** The same in a JVM with these options. */
  public static ServiceProcess with(
      List<String> jvmOptions, Path data, Map<String, String> environment) {
    return new ServiceProcess("sandbox", data, environment, ServiceJvm.commandWith(jvmOptions));
  }

  /** The same within a limit of memory. */
  public static ServiceProcess within(
      MemoryGroup group, List<String> jvmOptions, Path data, Map<String, String> environment) {
    List<String> command = group.around(ServiceJvm.commandWith(jvmOptions));
    return new ServiceProcess("sandbox", data, environment, command);
  }

  private ServiceProcess(
      String subcommand, Path data, Map<String, String> environment, List<String> command) {
    this.subcommand = subcommand;
    this.data = data;
    this.environment = environment;
    this.command = command;
    this.process = launch();
    awaitReady();
  }

  /** Starts again after an end of whatever kind, on the same folder and ports. */
  public void restart() {
    process = launch();
    awaitReady();
  }

  /** Starts again as another build of the service: the folder with its jar and libraries. */
  public void restartAs(Path build) {
    command = ServiceJvm.commandOf(build);
    restart();
  }

  /** Starts again as the present build. */
  public void restartAsPresent() {
    command = ServiceJvm.command();
    restart();
  }

  /** The process as it is now; another one after a restart. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  public int port() {
    return port.number();
  }

  public URI url() {
    return URI.create(port.url());
  }

  /** The most memory that it ever had, of the whole process, in MiB. */
  public long peakMemoryMib() {
    return memoryMib("VmHWM:");
  }

  /** The memory that it has now and that no file backs, in MiB. */
  public long ownMemoryMib() {
    return memoryMib("RssAnon:");
  }

  private long memoryMib(String which) {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
          .filter(line -> line.startsWith(which))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new AssertionError("the service ended: " + output(), e);
    }
  }

  public int internalPort() {
    return internalPort.number();
  }

  public URI internalUrl() {
    return URI.create(internalPort.url());
  }

  public SignedCalls calls() {
    return callsAs(this);
  }

  /** Signed calls to this node with the key of another node's ready merchant. */
  public SignedCalls callsAs(ServiceProcess other) {
    SandboxFile.Merchant merchant = other.access().merchant();
    return new SignedCalls(
        URI.create(access().baseUrl()), merchant.apiKey(), merchant.secretKey().reveal());
  }

  /** The smart-contract component, as it reports to this node. */
  public Callback callback() {
    return new Callback(internalUrl(), environment.get("PAYLINK_CALLBACK_SECRET"));
  }

  /** The id of the ready merchant. */
  public String merchantId() {
    return access().merchant().merchantId();
  }

  /** The ready merchant, signed in. */
  public Browser signedIn() {
    SandboxFile.Merchant merchant = access().merchant();
    Browser browser = new Browser(URI.create(access().baseUrl()));
    String login = People.login(merchant.email(), merchant.password().reveal());
    browser.post("/merchant/login", login).expect(200);
    return browser;
  }

  private SandboxFile.Access access() {
    return new SandboxFile(data).read();
  }

  /** As {@code kill -9}. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(ITS_END_SECONDS);
  }

  /** As SIGSTOP: it is there, and does nothing. */
  public void freeze() {
    signal("-STOP");
  }

  public void thaw() {
    signal("-CONT");
  }

  /** As SIGTERM; returns the exit code. */
  public int terminate(int withinSeconds) {
    process.destroy();
    return awaitExit(withinSeconds);
  }

  /** The embedded PostgreSQL's main process. */
  public long postgresPid() {
    try {
      return Long.parseLong(
          Files.readAllLines(data.resolve("postgres").resolve("postmaster.pid"))
              .getFirst()
              .strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      terminate(ITS_END_SECONDS);
    }
    port.close();
    internalPort.close();
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int awaitExit(int seconds) {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the service did not end within " + seconds + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process launch() {
    List<String> all = new ArrayList<>(command);
    all.addAll(
        List.of(
            subcommand,
            "--data",
            data.toString(),
            "--port",
            port.toString(),
            "--internal-port",
            internalPort.toString()));
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().put("PAYLINK_DATABASE_TIMEOUT", TestDatabase.PATIENCE.toSeconds() + "s");
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("out.log").toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    Await.until(
        "the service is ready",
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("the service ended: " + output());
          }
          return isReady(); // by then sandbox.json is written
        });
  }

  private boolean isReady() {
    try {
      return new Browser(internalUrl()).get("/health/ready").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private String output() {
    try {
      return Files.readString(data.resolve("out.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
