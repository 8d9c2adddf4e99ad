package dev.paylink.platform.db.backup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The last backup of each kind, noted in the database that it is of: for those who look after it.
 */
public final class BackupStore {
  private static final int MAX_KINDS = 10;

  private static final String NOTE =
      """
      insert into backup_taken (kind, taken_at, bytes) values (?, ?, ?)
          on conflict (kind) do update set taken_at = excluded.taken_at, bytes = excluded.bytes
       where backup_taken.taken_at < excluded.taken_at
      """;
  private static final String ALL =
      "select kind, taken_at, bytes from backup_taken order by taken_at desc limit :most";

  /** How a backup was written. */
  public enum Kind {
    /** To a file, which was read again and checked. */
    file,
    /** To standard output, unchecked. */
    stream
  }

  /**
   * A backup.
   *
   * @param takenAt the moment whose data it has
   * @param bytes null if unknown
   */
  public record Row(Kind kind, Instant takenAt, @Nullable Long bytes) {}

  /** Notes a backup. */
  public static void note(String jdbcUrl, Row backup) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        PreparedStatement note = connection.prepareStatement(NOTE)) {
      note.setString(1, backup.kind.name());
      note.setObject(2, backup.takenAt.atOffset(ZoneOffset.UTC));
      if (backup.bytes == null) {
        note.setNull(3, Types.BIGINT);
      } else {
        note.setLong(3, backup.bytes);
      }
      note.executeUpdate();
    }
  }

  /** Returns the last backup of each kind, youngest first. */
  public List<Row> all(Handle handle) {
    return handle
        .createQuery(ALL)
        .bind("most", MAX_KINDS)
        .map(
            row ->
                new Row(
                    Kind.valueOf(row.getColumn("kind", String.class)),
                    row.getColumn("taken_at", Instant.class),
                    row.getColumn("bytes", Long.class)))
        .list();
  }
}
