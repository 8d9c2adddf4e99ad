package dev.paylink.desk.system;

import dev.paylink.platform.db.archive.ArchiveMeters;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.platform.db.backup.BackupStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether what is lost with the disk could be brought back. The limits of the archive are
 * those of its alerts.
 *
 * @param archived null where nothing is archived
 */
public record JudgeBackups(
    Instant at,
    boolean live,
    List<BackupStore.Row> backups,
    ArchiveMeters.@Nullable State archived) {
  /** One backup a day, and two hours for it. */
  static final Duration BACKUP_OLD = Duration.ofHours(26);

  static final Duration ARCHIVE_BEHIND = Duration.ofMinutes(10);
  static final Duration BASE_OLD = Duration.ofHours(50);

  public SystemCheck backup() {
    Instant last =
        backups.stream().map(BackupStore.Row::takenAt).max(Comparator.naturalOrder()).orElse(null);
    boolean old = last == null || last.isBefore(at.minus(BACKUP_OLD));
    if (!old) {
      return SystemCheck.good("Backup", "Recent");
    }
    return live
        ? SystemCheck.bad(
            "Backup",
            last == null ? "None" : "Too old",
            "Run ./paylink backup DIR now, and daily from cron. If you back up by other means,"
                + " check those: only this command is seen here.")
        : SystemCheck.calm("Backup", last == null ? "None" : "Old");
  }

  /** Returns the judgement about the continuous archive of an embedded database. */
  public SystemCheck archive() {
    if (archived == null) {
      return SystemCheck.calm("Archive", "Off");
    }
    if (archived.waiting().compareTo(ARCHIVE_BEHIND) > 0) {
      return SystemCheck.bad(
          "Archive",
          "Behind",
          "Make room on the disk of backup.wal, or mount it again: the log says why it fails."
              + " Payments go on. After "
              + WalArchive.MAX_WAITING
              + " of WAL the archive has a gap.");
    }
    Instant base = archived.newestBase();
    if (base == null) {
      return SystemCheck.warn(
          "Archive",
          "No base backup",
          "The first one begins by itself. If it does not come, the log says why; without it"
              + " nothing can be restored from the archive.");
    }
    return base.isBefore(at.minus(BASE_OLD))
        ? SystemCheck.warn(
            "Archive",
            "Base backup old",
            "The log says why no new one is made. Look at the folder of backup.wal and its disk.")
        : SystemCheck.good("Archive", "Up to date");
  }
}
