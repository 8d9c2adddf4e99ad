package dev.paylink.platform.db;

import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The statements that take most time, where the database counts them (pg_stat_statements). */
public final class SlowStatementQueries {
  private static final int MAX_SHOWN = 5;

  /** It has to be loaded by the server as well; otherwise reading it fails. */
  private static final String IS_THERE =
      """
      select count(*) > 0 from pg_extension
       where extname = 'pg_stat_statements'
         and current_setting('pg_stat_statements.max', true) is not null
      """;

  private static final String SLOWEST =
      """
      select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as query, calls, mean_exec_time,
             max_exec_time, total_exec_time
        from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
         and query ~* '^\\s*(with|select|insert|update|delete|merge)'
       order by total_exec_time desc limit :most
      """;

  /** A statement with its times since the counts began. */
  public record Row(String query, long calls, Duration mean, Duration longest, Duration total) {}

  /** Returns those with the largest total; null where the database does not count them. */
  public @Nullable List<Row> slowest(Handle handle) {
    if (!handle.createQuery(IS_THERE).mapTo(Boolean.class).one()) {
      return null;
    }
    return handle
        .createQuery(SLOWEST)
        .bind("most", MAX_SHOWN)
        .map(
            row ->
                new Row(
                    row.getColumn("query", String.class),
                    row.getColumn("calls", Long.class),
                    millis(row.getColumn("mean_exec_time", Double.class)),
                    millis(row.getColumn("max_exec_time", Double.class)),
                    millis(row.getColumn("total_exec_time", Double.class))))
        .list();
  }

  private static Duration millis(double millis) {
    return Duration.ofNanos((long) (millis * 1e6));
  }
}
