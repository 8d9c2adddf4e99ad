package dev.paylink.app;

import dev.paylink.app.check.CheckInstance;
import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.Version;
import dev.paylink.platform.log.JsonLog;
import dev.paylink.platform.log.LastingLog;
import dev.paylink.platform.log.LineSink;
import dev.paylink.relay.Relays;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line: {@code sandbox}, {@code serve}, and those that work on the data. */
@Command(
    name = "paylink",
    mixinStandardHelpOptions = true,
    version = "paylink " + Version.NUMBER,
    description = "The Payment Link Service.",
    subcommands = {
      Main.Sandbox.class,
      Main.Serve.class,
      Main.Watch.class,
      Main.Relay.class,
      Main.Check.class,
      MigrateCommand.class,
      AuditCommand.class,
      EraseCommand.class,
      ExportCommand.class,
      BackupCommand.class,
      DistributeCommand.class,
      RestoreCommand.class,
      TrainCommand.class
    })
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.setProperty("java.util.logging.manager", LastingLog.class.getName());
    // A failed lookup is not kept: the JDK forgets why it failed, and whose fault it was.
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
    JsonLog.quietLibraries();
    System.exit(
        new CommandLine(new Main()).setExecutionExceptionHandler(Main::fail).execute(arguments));
  }

  /** Reports a wrong setting or an unreachable database in one line, without a stack trace. */
  private static int fail(Exception e, CommandLine command, CommandLine.ParseResult result) {
    System.err.println("paylink: " + StartFailure.lines(e));
    return StartFailure.exitCode(e);
  }

  /** Reads the file, or the standard one if it exists, and the environment. */
  static Settings settings(@Nullable Path config) {
    return Settings.read(configFile(config), System.getenv());
  }

  static @Nullable Path configFile(@Nullable Path config) {
    Path standard = Path.of("paylink.properties");
    return config != null ? config : Files.exists(standard) ? standard : null;
  }

  /** The options that all commands share. */
  abstract static class Start implements Callable<Integer> {
    // Not in Main itself, whose first statement chooses the manager of all loggers.
    static final Logger LOG = System.getLogger(Main.class.getName());

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "Configuration file (default: paylink.properties if it exists).")
    @Nullable Path config;

    @Option(names = "--data", paramLabel = "DIR", description = "Data folder (default: data).")
    @Nullable Path data;

    @Option(names = "--port", paramLabel = "PORT", description = "Public port (default: 8080).")
    @Nullable Integer port;

    @Option(
        names = "--internal-port",
        paramLabel = "PORT",
        description = "Internal port (default: 8081).")
    @Nullable Integer internalPort;

    @Option(names = "--base-url", paramLabel = "URL", description = "Address that customers open.")
    @Nullable String baseUrl;

    /** Returns the mode that the command is for; null if the configuration says it. */
    @Nullable String mode() {
      return null;
    }

    @Override
    public Integer call() throws InterruptedException {
      Config checked = new ConfigReader(settings()).read();
      if (checksOnly()) {
        return check(checked);
      }
      LineSink log = LineSink.open(logFile(checked));
      JsonLog.install(log);
      LOG.log(Level.INFO, "paylink " + Version.NUMBER + " is starting");
      run(checked, log);
      new CountDownLatch(1).await(); // runs until a signal ends the process
      return 0;
    }

    /** Returns whether nothing is started. */
    boolean checksOnly() {
      return false;
    }

    private static int check(Config checked) {
      List<CheckInstance.Finding> findings = CheckInstance.of(checked);
      for (CheckInstance.Finding each : findings) {
        System.out.printf("%-8s %-15s %s%n", each.verdict(), each.what(), each.text());
      }
      boolean works =
          findings.stream().noneMatch(each -> each.verdict() == CheckInstance.Verdict.WRONG);
      System.out.println(works ? "Nothing is wrong." : "Not everything works as configured.");
      return works ? 0 : 1;
    }

    /** Starts the service, which runs until a signal ends the process. */
    void run(Config checked, LineSink log) {
      Service service = new Service(checked, log);
      stopOnSignal(service::close, log);
      Config.Listeners listeners = checked.listeners();
      LOG.log(
          Level.INFO,
          "ready: {0} on {1}, internal listener on {2}",
          checked.baseUrl(),
          listeners.external().address(),
          listeners.internal().address());
      System.out.print(Banner.of(checked, service.sandboxAccess()));
      System.out.flush();
    }

    private Settings settings() {
      return Settings.collect(Main.configFile(config), System.getenv())
          .override("mode", mode())
          .override("data.folder", data)
          .override("public.port", port)
          .override("internal.port", internalPort)
          .override("base.url", baseUrl);
    }

    /**
     * Returns the log file. A sandbox keeps its terminal for the banner; a service logs to the
     * output that its supervisor reads.
     */
    private static @Nullable Path logFile(Config config) {
      return config.logFile() == null && config.sandbox()
          ? config.dataFolder().resolve("paylink.log")
          : config.logFile();
    }

    static void stopOnSignal(Runnable close, LineSink log) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    LOG.log(Level.INFO, "stopping");
                    close.run();
                    LOG.log(Level.INFO, "stopped");
                    log.close();
                    // The JVM would exit with 143, but a clean stop is a success.
                    Runtime.getRuntime().halt(0);
                  },
                  "stop"));
    }
  }

  @Command(
      name = "sandbox",
      mixinStandardHelpOptions = true,
      description = "Run everything on this machine, with a ready merchant and simulated outcomes.")
  static final class Sandbox extends Start {
    @Override
    String mode() {
      return "sandbox";
    }
  }

  @Command(
      name = "serve",
      mixinStandardHelpOptions = true,
      description = "Run the service as configured (live unless mode=sandbox).")
  static final class Serve extends Start {
    @Option(
        names = "--check",
        description = "Only check the settings and whether everything that they name is there.")
    boolean check;

    @Override
    boolean checksOnly() {
      return check;
    }
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Check the settings, all of them at once, and whether everything that they name is there.",
        "Starts and changes nothing. The exit code is 1 if a line is WRONG, otherwise 0.",
        "In the sources, where ./paylink check is about the code, it is ./paylink serve --check."
      })
  static final class Check extends Start {
    @Override
    boolean checksOnly() {
      return true;
    }
  }

  @Command(
      name = "watch",
      mixinStandardHelpOptions = true,
      description = "Only watch the configured chains; other nodes serve with chain.watch=off.")
  static final class Watch extends Start {
    @Override
    void run(Config checked, LineSink log) {
      WatchNode node = new WatchNode(checked, log);
      stopOnSignal(node::close, log);
      LOG.log(
          Level.INFO,
          "ready: watches chains, internal listener on {0}",
          checked.listeners().internal().address());
    }
  }

  /** Only sends what payers sign; it alone holds the keys of relays. */
  @Command(
      name = "relay",
      mixinStandardHelpOptions = true,
      description = "Only send what payers sign; other nodes serve with relay.<chain>.apart=on.")
  static final class Relay extends Start {
    @Override
    void run(Config checked, LineSink log) {
      if (checked.storage().databaseUrl() == null) {
        throw new ConfigError("relay needs database.url: the database that the other nodes use");
      }
      if (checked.chains().relays().stream().allMatch(relay -> relay.key() == null)) {
        throw new ConfigError("relay needs a key: set relay.<chain>.key");
      }
      Node node = new Node(checked, log, InstantSource.system());
      stopOnSignal(node::close, log);
      node.add(new Relays(node.database(), checked.chains().relays(), node.registry()));
      Health health = new Health(node, null);
      node.listenInternally(health.routes());
      node.report(checked.listeners().internal().port(), () -> false);
      health.started();
      LOG.log(
          Level.INFO,
          "ready: relays payments, internal listener on {0}",
          checked.listeners().internal().address());
    }
  }
}
