package dev.paylink.platform.db;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** The nodes of this instance, as they report themselves, by the database's clock. */
public final class NodeStore {
  private static final int MAX_NODES = 100;

  private static final String START =
      """
      insert into node (name, version, started_at, seen_at, leads, troubles)
      values (:name, :version, now(), now(), '{}', '{}')
          on conflict (name) do update
         set version = excluded.version, started_at = excluded.started_at,
             seen_at = excluded.seen_at, stopped_at = null, leads = '{}', troubles = '{}'
      """;
  private static final String BEAT =
      """
      update node set seen_at = now(), stopped_at = null, leads = :leads, troubles = :troubles
       where name = :name
      """;
  private static final String STOP =
      "update node set seen_at = now(), stopped_at = now(), leads = '{}' where name = :name";
  private static final String FORGET =
      "delete from node where seen_at < now() - :seconds * interval '1 second'";
  private static final String NOW = "select clock_timestamp()";
  private static final String ALL =
      """
      select name, version, started_at, seen_at, stopped_at, leads, troubles,
             extract(epoch from now() - seen_at) as silent
        from node order by name limit :most
      """;

  /**
   * A node.
   *
   * @param silent how long it has not been heard of
   * @param stoppedAt null if it runs, or ended without saying so
   * @param leads the work that it alone does, such as "chain base"
   * @param troubles what it sees that the database does not show
   */
  public record Row(
      String name,
      String version,
      Instant startedAt,
      Instant seenAt,
      Duration silent,
      @Nullable Instant stoppedAt,
      List<String> leads,
      List<String> troubles) {}

  public void start(Handle handle, String name, String version) {
    handle.createUpdate(START).bind("name", name).bind("version", version).execute();
  }

  /** Tells that the node runs; returns false if its row is gone. */
  public boolean beat(Handle handle, String name, List<String> leads, List<String> troubles) {
    return handle
            .createUpdate(BEAT)
            .bind("name", name)
            .bindArray("leads", String.class, leads)
            .bindArray("troubles", String.class, troubles)
            .execute()
        == 1;
  }

  public void stop(Handle handle, String name) {
    handle.createUpdate(STOP).bind("name", name).execute();
  }

  /** Deletes nodes that were not heard of for so long. */
  public void forget(Handle handle, Duration silent) {
    handle.createUpdate(FORGET).bind("seconds", silent.toSeconds()).execute();
  }

  /** Returns the time by the database's clock. */
  public Instant now(Handle handle) {
    return handle.createQuery(NOW).mapTo(Instant.class).one();
  }

  public List<Row> all(Handle handle) {
    return handle.createQuery(ALL).bind("most", MAX_NODES).map(NodeStore::row).list();
  }

  private static Row row(RowView row) {
    return new Row(
        row.getColumn("name", String.class),
        row.getColumn("version", String.class),
        row.getColumn("started_at", Instant.class),
        row.getColumn("seen_at", Instant.class),
        Duration.ofMillis((long) (row.getColumn("silent", Double.class) * 1_000)),
        row.getColumn("stopped_at", Instant.class),
        List.of(row.getColumn("leads", String[].class)),
        List.of(row.getColumn("troubles", String[].class)));
  }
}
