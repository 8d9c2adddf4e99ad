package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.platform.db.Migrations;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Migrates the configured database apart from the nodes, as the owner of its tables. */
@Command(
    name = "migrate",
    mixinStandardHelpOptions = true,
    description = {
      "Migrate the database to the schema of this version, while nodes run.",
      "Connects as the role of database.migration.url, and grants the role of database.url its"
          + " rights. Nodes with database.migrate = off need neither."
    })
final class MigrateCommand extends DataCommand {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file (default: paylink.properties if it exists).")
  @Nullable Path config;

  @Override
  public Integer call() {
    Config.Storage storage = new ConfigReader(Main.settings(config)).storage();
    String url = storage.databaseUrl();
    if (url == null) {
      throw new ConfigError(
          "migrate needs database.url; an embedded database is migrated when the service starts");
    }
    String ownerUrl = storage.migrationUrl();
    Migrations.Done done = Migrations.run(ownerUrl == null ? url : ownerUrl, url);
    tell(
        "%s",
        done.from() == done.to()
            ? "The schema is at version " + done.to() + "; nothing to do."
            : "The schema was migrated from version " + done.from() + " to " + done.to() + ".");
    return 0;
  }
}
