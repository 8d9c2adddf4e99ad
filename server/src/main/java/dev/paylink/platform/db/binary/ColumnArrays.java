package dev.paylink.platform.db.binary;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds rows to a statement over {@code unnest(?, ?, …)}: one array for each column.
 *
 * @param before how many parameters stand before those of the statement
 */
public record ColumnArrays<T>(
    Connection connection, PreparedStatement statement, int before, List<T> rows) {
  public ColumnArrays(Connection connection, PreparedStatement statement, List<T> rows) {
    this(connection, statement, 0, rows);
  }

  /** Binds one column; {@code type} is PostgreSQL's name for the array's elements. */
  public void set(int index, String type, Function<T, @Nullable Object> value) throws SQLException {
    statement.setArray(
        before + index, BinaryArray.of(connection, type, rows.stream().map(value).toArray()));
  }
}
