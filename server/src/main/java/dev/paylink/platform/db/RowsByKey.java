package dev.paylink.platform.db;

import dev.paylink.platform.db.binary.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of many keys with one query. Plain JDBC: it serves the most frequent calls, and a
 * row mapper's overhead would show.
 */
public final class RowsByKey {
  private RowsByKey() {}

  /** Reads the current row of the result set. */
  @FunctionalInterface
  public interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  /** Reads each row; {@code sql} has one parameter, the array of the keys, which are UUIDs. */
  public static void each(Connection connection, String sql, Object[] keys, Reader reader)
      throws SQLException {
    each(connection, sql, keys, null, reader);
  }

  /**
   * Reads each row of some merchants.
   *
   * @param sql its first parameter are the keys; all others are the merchants ({@link Shards#only})
   */
  public static void each(
      Connection connection,
      String sql,
      Object[] keys,
      Object @Nullable [] merchants,
      Reader reader)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(sql)) {
      find.setArray(1, BinaryArray.uuids(connection, keys));
      Shards.bind(find, 2, (int) sql.chars().filter(each -> each == '?').count(), merchants);
      try (ResultSet row = find.executeQuery()) {
        while (row.next()) {
          reader.read(row);
        }
      }
    }
  }
}
