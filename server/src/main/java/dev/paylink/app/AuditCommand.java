package dev.paylink.app;

import dev.paylink.ids.IdPlugin;
import dev.paylink.merchant.audit.AuditVerdict;
import dev.paylink.merchant.audit.SignedHead;
import dev.paylink.merchant.audit.VerifyAudit;
import dev.paylink.platform.db.Database;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies the audit log of a database or an export. */
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
  static final class Verify extends DataCommand {
    @Mixin DatabaseChoice database = new DatabaseChoice();

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "Public key that must have signed; may be repeated (default: any).")
    List<String> keys = List.of();

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "An export.")
    @Nullable Path file;

    @Override
    public Integer call() throws Exception {
      return switch (verdict()) {
        case AuditVerdict.Whole whole -> report(whole);
        case AuditVerdict.Broken broken -> {
          tell("%s", broken.fault());
          yield 1;
        }
      };
    }

    private AuditVerdict verdict() throws Exception {
      Set<String> trusted = Set.copyOf(keys);
      if (file != null) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
          return VerifyAudit.export(lines, trusted);
        }
      }
      return database.use(
          url -> VerifyAudit.database(Database.unmigrated(url, new IdPlugin()), trusted));
    }

    private int report(AuditVerdict.Whole whole) {
      tell(
          "The audit log is whole: %d %s in %d %s.",
          whole.entries(),
          whole.entries() == 1 ? "entry" : "entries",
          whole.trails(),
          whole.trails() == 1 ? "trail" : "trails");
      for (SignedHead head : whole.heads()) {
        tell(
            "%s: entry %d, signed at %s with %s",
            head.merchantId(), head.number(), head.signedAt(), head.publicKeyText());
      }
      return 0;
    }
  }
}
