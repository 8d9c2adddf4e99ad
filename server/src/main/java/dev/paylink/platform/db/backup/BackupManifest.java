package dev.paylink.platform.db.backup;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backup says about itself. The head comes first, so that a restore knows which tables to
 * make; the checks come last, when everything is counted: a backup without them is not whole.
 */
public final class BackupManifest {
  static final int FORMAT = 1;

  private BackupManifest() {}

  /**
   * The beginning of a backup.
   *
   * @param migrations that made the tables, oldest first
   * @param tables in the order in which they can be restored
   * @param encryptionKey the id of the key that encrypts secrets in the database; null if unknown
   */
  public record Head(
      int format,
      Instant createdAt,
      String version,
      List<Migration> migrations,
      List<Table> tables,
      @Nullable String encryptionKey) {}

  /** A migration that was run. */
  public record Migration(String version, @Nullable Integer checksum) {}

  /** A table and its columns. */
  public record Table(String name, List<String> columns) {}

  /** The end of a backup. */
  public record Checks(List<Check> tables, List<Sequence> sequences) {}

  /** How many rows a table has, and the SHA-256 of their bytes. */
  public record Check(String table, long rows, String sha256) {}

  /** Where a sequence stands. */
  public record Sequence(String name, long lastValue, boolean called) {}
}
