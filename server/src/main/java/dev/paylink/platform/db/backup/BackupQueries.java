package dev.paylink.platform.db.backup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Asks the database about its own tables, columns, sequences, triggers and migrations. */
final class BackupQueries {
  static final String HISTORY = "flyway_schema_history";

  private static final String COLUMNS =
      """
      select c.relname, a.attname from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
         and a.attgenerated = ''
       order by c.relname, a.attnum
      """;
  private static final String REFERENCES =
      """
      select f.relname, t.relname from pg_constraint k
        join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
       where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.oid <> t.oid
      """;
  private static final String MIGRATIONS =
      """
      select version, checksum from flyway_schema_history
       where success and version is not null order by installed_rank
      """;
  private static final String SEQUENCES =
      """
      select s.relname, t.relname, a.attname, has_sequence_privilege(s.oid, 'select')
        from pg_class s
        join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass
             and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
        join pg_class t on t.oid = d.refobjid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
       where s.relnamespace = current_schema()::regnamespace and s.relkind = 'S'
       order by s.relname
      """;
  private static final String SEQUENCE_STATE = "select last_value, is_called from %s";
  // For a role that may read the tables only.
  private static final String SEQUENCE_BY_COLUMN =
      "select coalesce(max(%1$s), 1), max(%1$s) is not null from %2$s";
  private static final String SET_SEQUENCE = "select setval(?::regclass, ?, ?)";
  // Triggers that would do their work a second time; those of constraints are PostgreSQL's own.
  private static final String INSERT_TRIGGERS =
      """
      select c.relname, t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
         and t.tgtype & 4 > 0 and t.tgenabled = 'O'
       order by c.relname, t.tgname
      """;

  private final Connection connection;

  BackupQueries(Connection connection) {
    this.connection = connection;
  }

  /** Returns the tables with their columns, each after those that it refers to. */
  List<BackupManifest.Table> tables() throws SQLException {
    Map<String, List<String>> columns = new TreeMap<>();
    for (List<String> row : rows(COLUMNS)) {
      columns.computeIfAbsent(row.get(0), ignored -> new ArrayList<>()).add(row.get(1));
    }
    columns.remove(HISTORY);
    Map<String, Set<String>> references = new TreeMap<>();
    for (List<String> row : rows(REFERENCES)) {
      references.computeIfAbsent(row.get(0), ignored -> new TreeSet<>()).add(row.get(1));
    }
    Map<String, List<String>> ordered = new LinkedHashMap<>();
    while (ordered.size() < columns.size()) {
      int before = ordered.size();
      columns.forEach(
          (table, names) -> {
            if (ordered.keySet().containsAll(references.getOrDefault(table, Set.of()))) {
              ordered.putIfAbsent(table, names);
            }
          });
      if (ordered.size() == before) {
        throw new IllegalStateException("tables refer to each other in a circle");
      }
    }
    return ordered.entrySet().stream()
        .map(table -> new BackupManifest.Table(table.getKey(), table.getValue()))
        .toList();
  }

  List<BackupManifest.Migration> migrations() throws SQLException {
    List<BackupManifest.Migration> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MIGRATIONS)) {
      while (row.next()) {
        all.add(new BackupManifest.Migration(row.getString(1), row.getObject(2, Integer.class)));
      }
    }
    return all;
  }

  List<BackupManifest.Sequence> sequences() throws SQLException {
    List<BackupManifest.Sequence> all = new ArrayList<>();
    for (List<String> sequence : rows(SEQUENCES)) {
      String name = sequence.getFirst();
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  sequence.get(3).equals("t")
                      ? SEQUENCE_STATE.formatted(quoted(name))
                      : SEQUENCE_BY_COLUMN.formatted(
                          quoted(sequence.get(2)), quoted(sequence.get(1))))) {
        row.next();
        all.add(new BackupManifest.Sequence(name, row.getLong(1), row.getBoolean(2)));
      }
    }
    return all;
  }

  void setSequence(BackupManifest.Sequence sequence) throws SQLException {
    try (PreparedStatement set = connection.prepareStatement(SET_SEQUENCE)) {
      set.setString(1, quoted(sequence.name()));
      set.setLong(2, sequence.lastValue());
      set.setBoolean(3, sequence.called());
      set.execute();
    }
  }

  /** Returns whether the schema has no table at all. */
  boolean isEmpty() throws SQLException {
    return rows(COLUMNS).isEmpty();
  }

  /** Switches the triggers that act on new rows off, or on again. */
  void enableTriggers(List<List<String>> triggers, boolean on) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (List<String> trigger : triggers) {
        statement.execute(
            "alter table %s %s trigger %s"
                .formatted(
                    quoted(trigger.get(0)), on ? "enable" : "disable", quoted(trigger.get(1))));
      }
    }
  }

  /** Returns table and name of each trigger that acts on new rows. */
  List<List<String>> insertTriggers() throws SQLException {
    return rows(INSERT_TRIGGERS);
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String columns(BackupManifest.Table table) {
    return quoted(table.name())
        + " ("
        + String.join(", ", table.columns().stream().map(BackupQueries::quoted).toList())
        + ")";
  }

  private List<List<String>> rows(String sql) throws SQLException {
    List<List<String>> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      int columns = row.getMetaData().getColumnCount();
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(row.getString(i));
        }
        all.add(values);
      }
    }
    return all;
  }
}
