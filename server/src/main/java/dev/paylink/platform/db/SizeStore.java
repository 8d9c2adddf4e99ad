package dev.paylink.platform.db;

import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The sizes of the tables: now, and once a day, so that their growth can be computed. */
public final class SizeStore {
  private static final int MAX_SHOWN = 12;

  private static final String SAMPLE =
      """
      insert into table_size (name, day, bytes)
      select relname, current_date, pg_total_relation_size(oid) from pg_class
       where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p')
          on conflict (name, day) do nothing
      """;
  private static final String FORGET =
      "delete from table_size where day < current_date - :days::integer";
  private static final String LARGEST =
      """
      select c.relname as name, pg_total_relation_size(c.oid) as bytes,
             (pg_total_relation_size(c.oid) - s.bytes) / nullif(current_date - s.day, 0) as daily
        from pg_class c
        left join lateral (
             select day, bytes from table_size where name = c.relname order by day limit 1) s on true
       where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'p')
       order by bytes desc, name limit :most
      """;

  /**
   * A table with its indexes.
   *
   * @param daily by how many bytes it grows a day; null before it was seen on two days
   */
  public record Row(String name, long bytes, @Nullable Long daily) {}

  /** Notes today's sizes, if no node has, and forgets those that are older than is kept. */
  public void sample(Handle handle, Duration kept) {
    handle.execute(SAMPLE);
    handle.createUpdate(FORGET).bind("days", kept.toDays()).execute();
  }

  /** Returns the largest tables. */
  public List<Row> largest(Handle handle) {
    return handle
        .createQuery(LARGEST)
        .bind("most", MAX_SHOWN)
        .map(
            row ->
                new Row(
                    row.getColumn("name", String.class),
                    row.getColumn("bytes", Long.class),
                    row.getColumn("daily", Long.class)))
        .list();
  }
}
