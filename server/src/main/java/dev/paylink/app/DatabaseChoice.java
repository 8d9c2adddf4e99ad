package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which a command names the database it works on, while the service runs or not. */
final class DatabaseChoice {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file (default: paylink.properties if it exists).")
  @Nullable Path config;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Address of the database: postgres://… or jdbc:postgresql://…")
  @Nullable String url;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data folder with an embedded database, in use or not.")
  @Nullable Path data;

  /** Works on a database. */
  @FunctionalInterface
  interface Work<T> {
    T on(String jdbcUrl) throws Exception;
  }

  /** Does the work as the owner of the tables; starts an embedded database that does not run. */
  <T> T use(Work<T> work) throws Exception {
    if (url != null) {
      return work.on(ConfigReader.databaseUrl("--url", url));
    }
    if (data != null) {
      return embedded(data, work);
    }
    ConfigReader configured = new ConfigReader(settings());
    Config.Storage storage = configured.storage();
    String external =
        storage.migrationUrl() != null ? storage.migrationUrl() : storage.databaseUrl();
    if (external != null) {
      return work.on(external);
    }
    Path folder = configured.dataFolder();
    if (!Files.isDirectory(folder)) {
      throw new ConfigError(
          "no database.url is configured, and there is no database in %s; name the database with"
                  .formatted(folder)
              + " --config, --url or --data");
    }
    return embedded(folder, work);
  }

  /** Returns the folder with the instance's own secrets; null if only a URL is known. */
  @Nullable Path folder() {
    if (data != null) {
      return data;
    }
    return url != null && config == null ? null : new ConfigReader(settings()).dataFolder();
  }

  /** Returns the settings of the configuration file and the environment. */
  Settings settings() {
    return Main.settings(config);
  }

  private static <T> T embedded(Path folder, Work<T> work) throws Exception {
    String running = EmbeddedPostgres.runningUrl(folder);
    if (running != null) {
      return work.on(running);
    }
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults())) {
      return work.on(postgres.jdbcUrl());
    }
  }
}
