package dev.paylink.platform.db.archive;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Asks PostgreSQL, as its superuser, about its WAL, and begins and ends base backups. */
final class ArchiveQueries {
  /** Keeps the WAL that is not archived yet. */
  static final String SLOT = "paylink_archive";

  private static final String KEPT =
      """
      select restart_lsn::text from pg_replication_slots
       where slot_name = 'paylink_archive' and wal_status <> 'lost' and restart_lsn is not null
      """;
  private static final String DROP =
      """
      select pg_drop_replication_slot(slot_name) from pg_replication_slots
       where slot_name = 'paylink_archive'
      """;
  private static final String CREATE =
      "select pg_create_physical_replication_slot('paylink_archive', true)";
  private static final String FLUSHED = "select pg_current_wal_flush_lsn()::text";
  private static final String TIMELINE = "select timeline_id::text from pg_control_checkpoint()";
  private static final String BEGIN = "select pg_backup_start('paylink', ?)::text";
  private static final String END = "select labelfile from pg_backup_stop(false)";

  private final Connection connection;

  ArchiveQueries(Connection connection) {
    this.connection = connection;
  }

  /** Returns the first position that the slot keeps; -1 if there is no slot, or it was dropped. */
  long kept() throws SQLException {
    String position = text(KEPT);
    return position == null ? -1 : Wal.position(position);
  }

  void dropSlot() throws SQLException {
    text(DROP);
  }

  void createSlot() throws SQLException {
    text(CREATE);
  }

  /** Returns the position up to which the WAL is on disk. */
  long flushed() throws SQLException {
    return Wal.position(required(FLUSHED));
  }

  int timeline() throws SQLException {
    return Integer.parseInt(required(TIMELINE));
  }

  /**
   * Begins a base backup and returns the position of the WAL that it needs.
   *
   * @param now writes the checkpoint at once instead of over minutes
   */
  long beginBase(boolean now) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BEGIN)) {
      statement.setBoolean(1, now);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return Wal.position(row.getString(1));
      }
    }
  }

  /** Ends the base backup and returns the file that makes its copy one. */
  String endBase() throws SQLException {
    return required(END);
  }

  private String required(String sql) throws SQLException {
    String text = text(sql);
    if (text == null) {
      throw new SQLException("PostgreSQL does not answer: " + sql);
    }
    return text;
  }

  private @Nullable String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    }
  }
}
