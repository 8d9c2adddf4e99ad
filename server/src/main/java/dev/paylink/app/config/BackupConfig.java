package dev.paylink.app.config;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.platform.db.backup.BackupCipher;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads how backups are encrypted, and where the embedded database is backed up all the time. */
public final class BackupConfig {
  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final Duration MAX_INTERVAL = Duration.ofHours(1);
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);
  private static final Duration BASE = Duration.ofHours(24);
  private static final Duration MIN_BASE = Duration.ofMinutes(10);
  private static final Duration MAX_BASE = Duration.ofDays(30);
  private static final Duration KEEP = Duration.ofDays(14);
  private static final Duration MIN_KEEP = Duration.ofDays(1);
  private static final Duration MAX_KEEP = Duration.ofDays(3650);

  private BackupConfig() {}

  /** Returns the cipher of {@code backup.key}, or null if there is none. */
  public static @Nullable BackupCipher cipher(Settings settings) {
    Secret key = settings.secret("backup.key");
    settings.refuseFaults();
    return key == null ? null : new BackupCipher(key);
  }

  static WalArchive.@Nullable Options archive(Settings settings, boolean embedded) {
    String folder = settings.text("backup.wal");
    if (folder == null) {
      if (settings.text("backup.wal.command") != null) {
        throw new ConfigError("backup.wal.command needs backup.wal: a folder");
      }
      return null;
    }
    if (!embedded) {
      throw new ConfigError(
          "backup.wal is for the embedded database; let your PostgreSQL archive its own WAL");
    }
    Path data = Path.of(settings.text("data.folder", "data"));
    return new WalArchive.Options(
        Path.of(folder).toAbsolutePath(),
        settings.text("backup.wal.command"),
        settings.duration("backup.wal.interval", INTERVAL, MIN_INTERVAL, MAX_INTERVAL),
        settings.duration("backup.wal.base", BASE, MIN_BASE, MAX_BASE),
        settings.duration("backup.wal.keep", KEEP, MIN_KEEP, MAX_KEEP),
        cipher(settings),
        () -> KeptSecrets.forBackup(data, settings));
  }
}
