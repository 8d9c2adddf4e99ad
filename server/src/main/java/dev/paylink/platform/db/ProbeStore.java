package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The one row that {@link CommitProbe} writes. */
final class ProbeStore {
  private static final String WRITE =
      """
      insert into readiness_probe (only_row, probed_at) values (true, now())
          on conflict (only_row) do update set probed_at = excluded.probed_at
      """;

  void write(Connection connection, int cancelAfterSeconds) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(cancelAfterSeconds);
      statement.executeUpdate(WRITE);
    }
  }
}
