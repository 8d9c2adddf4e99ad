package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the rows of many keys with one query. Plain JDBC: the most frequent calls are served by it,
 * and a row mapper's bookkeeping would show.
 */
public final class RowsByKey {
  private RowsByKey() {}

  /** Takes up the row that the result set stands on. */
  @FunctionalInterface
  public interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  /** {@code sql} has one place, for the array of the keys, which are UUIDs. */
  public static void each(Connection connection, String sql, Object[] keys, Reader reader)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(sql)) {
      find.setArray(1, connection.createArrayOf("uuid", keys));
      try (ResultSet row = find.executeQuery()) {
        while (row.next()) {
          reader.read(row);
        }
      }
    }
  }
}
