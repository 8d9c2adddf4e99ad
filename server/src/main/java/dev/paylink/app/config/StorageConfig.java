package dev.paylink.app.config;

import dev.paylink.platform.db.Database;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads where data is kept, and how long requests wait for it. */
final class StorageConfig {
  /** Less than the time after which the database counts as stalled. */
  private static final Duration MAX_PATIENCE = Duration.ofSeconds(15);

  private StorageConfig() {}

  static Config.Storage read(Settings settings) {
    String databaseUrl = settings.optional(() -> databaseUrl(settings, "database.url"));
    String migrationUrl = settings.optional(() -> databaseUrl(settings, "database.migration.url"));
    boolean migrate = settings.isOn("database.migrate", true);
    Duration patience = settings.part(() -> patience(settings), Database.USUAL_PATIENCE);
    String redisUrl = settings.optional(() -> redisUrl(settings));
    boolean embedded = settings.text("database.url") == null;
    if (embedded && migrationUrl != null) {
      throw new ConfigError("database.migration.url needs database.url: the role that serves");
    }
    if (embedded && !migrate) {
      throw new ConfigError("database.migrate = off needs database.url");
    }
    return new Config.Storage(
        databaseUrl,
        migrationUrl,
        migrate,
        patience,
        redisUrl,
        BackupConfig.archive(settings, embedded));
  }

  private static Duration patience(Settings settings) {
    Duration patience =
        settings.duration("database.timeout", Database.USUAL_PATIENCE, MAX_PATIENCE);
    if (patience.isZero()) {
      throw new ConfigError("database.timeout must be 1s to 15s");
    }
    return patience;
  }

  private static @Nullable String databaseUrl(Settings settings, String name) {
    String text = settings.text(name);
    return text == null ? null : databaseUrl(name, text);
  }

  /**
   * Returns a database URL for the driver. Also accepts the form of PostgreSQL's own tools, {@code
   * postgres://user:password@host/db}.
   */
  static String databaseUrl(String name, String text) {
    if (text.startsWith("jdbc:postgresql:")) {
      return PostgresUrl.toPrimary(name, text);
    }
    if (!text.matches("postgres(ql)?://.*")) {
      throw new ConfigError(
          name + " must begin with postgres:// or jdbc:postgresql:// (the rest is not shown)");
    }
    return PostgresUrl.toPrimary(name, PostgresUrl.toJdbc(name, text));
  }

  private static @Nullable String redisUrl(Settings settings) {
    String text = settings.text("redis.url");
    if (text != null && !text.matches("rediss?://.+")) {
      throw new ConfigError(
          "redis.url must begin with redis:// or rediss:// (the rest is not shown)");
    }
    return text;
  }
}
