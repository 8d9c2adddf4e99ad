package dev.paylink.bench.stage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The indexes of some tables that grow with their rows, dropped and made as they were. Primary keys
 * stay, and the indexes of a state that few rows are in: the service goes on looking for those.
 */
final class SecondaryIndexes {
  private static final String THEM =
      """
      select coalesce('alter table ' || c.conrelid::regclass || ' drop constraint ' || c.conname,
                      'drop index ' || i.indexrelid::regclass),
             coalesce('alter table ' || c.conrelid::regclass || ' add constraint ' || c.conname
                        || ' ' || pg_get_constraintdef(c.oid),
                      pg_get_indexdef(i.indexrelid))
        from pg_index i
        left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
       where i.indrelid::regclass::text in (%s) and not i.indisprimary
         and coalesce(pg_get_expr(i.indpred, i.indrelid), '') not like '%%status%%'
      """;

  private final Stage stage;
  private final String tables;
  private final List<String> definitions = new ArrayList<>();

  SecondaryIndexes(Stage stage, String... tables) {
    this.stage = stage;
    this.tables = "'" + String.join("', '", tables) + "'";
  }

  void drop() throws SQLException {
    List<String> drops = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(THEM.formatted(tables))) {
      while (row.next()) {
        drops.add(row.getString(1));
        definitions.add(row.getString(2));
      }
    }
    for (String drop : drops) {
      stage.sql(drop);
    }
  }

  void restore() throws SQLException {
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement()) {
      sql.execute("set maintenance_work_mem = '1GB'");
      for (String definition : definitions) {
        sql.execute(definition);
      }
    }
    definitions.clear();
  }
}
