package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.ids.IdPlugin;
import dev.paylink.merchant.audit.AuditVerdict;
import dev.paylink.merchant.audit.SignedHead;
import dev.paylink.merchant.audit.VerifyAudit;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks the audit log of a database or an export. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Check the audit log.",
    subcommands = AuditCommand.Verify.class)
final class AuditCommand {
  private AuditCommand() {}

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Check that no entry of the audit log was changed, removed, inserted or moved.",
        "Exits with 1 and names the first entry that does not fit. Without an option it checks"
            + " the configured database."
      })
  static final class Verify implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec spec;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "Configuration file (default: paylink.properties if it exists).")
    @Nullable Path config;

    @Option(names = "--url", paramLabel = "JDBC", description = "JDBC URL of the database.")
    @Nullable String url;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Data folder with an embedded database, in use or not.")
    @Nullable Path data;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "Public key that must have signed; may be repeated (default: any).")
    List<String> keys = List.of();

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "An export.")
    @Nullable Path file;

    @Override
    public Integer call() throws IOException {
      PrintWriter out = spec.commandLine().getOut();
      int exit =
          switch (verdict()) {
            case AuditVerdict.Whole whole -> report(out, whole);
            case AuditVerdict.Broken broken -> {
              out.println(broken.fault());
              yield 1;
            }
          };
      out.flush();
      return exit;
    }

    private AuditVerdict verdict() throws IOException {
      Set<String> trusted = Set.copyOf(keys);
      if (file != null) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
          return VerifyAudit.export(lines, trusted);
        }
      }
      if (url != null) {
        return database(url, trusted);
      }
      if (data != null) {
        return embedded(data, trusted);
      }
      Config configured = new ConfigReader(Main.settings(config)).read();
      String configuredUrl = configured.storage().databaseUrl();
      return configuredUrl == null
          ? embedded(configured.dataFolder(), trusted)
          : database(configuredUrl, trusted);
    }

    private static AuditVerdict embedded(Path folder, Set<String> trusted) {
      String running = EmbeddedPostgres.runningUrl(folder);
      if (running != null) {
        return database(running, trusted);
      }
      try (EmbeddedPostgres postgres =
          EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults())) {
        return database(postgres.jdbcUrl(), trusted);
      }
    }

    private static AuditVerdict database(String url, Set<String> trusted) {
      return VerifyAudit.database(Database.unmigrated(url, new IdPlugin()), trusted);
    }

    private static int report(PrintWriter out, AuditVerdict.Whole whole) {
      out.printf(
          "The audit log is whole: %d entries in %d chains.%n", whole.entries(), whole.chains());
      for (SignedHead head : whole.heads()) {
        out.printf(
            "%s: entry %d, signed at %s with %s%n",
            head.merchantId(), head.number(), head.signedAt(), head.publicKeyText());
      }
      return 0;
    }
  }
}
