package dev.paylink.platform.db.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of committed rows, to see whether they are still there later. */
final class Payments {
  private Payments() {}

  /** Starts with an empty table. */
  static void create(String jdbcUrl) throws SQLException {
    execute(jdbcUrl, "drop table if exists payment; create table payment (id bigint primary key)");
  }

  static void insert(String jdbcUrl, long id) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        PreparedStatement insert =
            connection.prepareStatement("insert into payment (id) values (?)")) {
      insert.setLong(1, id);
      insert.executeUpdate();
    }
  }

  static long count(String jdbcUrl) throws SQLException {
    return Long.parseLong(query(jdbcUrl, "select count(*) from payment"));
  }

  static void execute(String jdbcUrl, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String query(String jdbcUrl, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
