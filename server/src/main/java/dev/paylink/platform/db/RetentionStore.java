package dev.paylink.platform.db;

import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** How far the old rows of each kind have been deleted, and the time by the database's clock. */
final class RetentionStore {
  private static final String FIND =
      "select now(), (select done_to from retention where kind = :kind)";
  private static final String ADVANCE =
      """
      insert into retention (kind, done_to, removed, ran_at) values (:kind, :doneTo, :removed, now())
          on conflict (kind) do update
         set done_to = excluded.done_to, removed = retention.removed + excluded.removed,
             ran_at = excluded.ran_at
      """;

  private static final String ALL =
      "select kind, removed, ran_at from retention order by kind limit 20";

  /** Where a kind continues, and what time it is. */
  record Progress(Instant now, UUID doneTo) {}

  Progress find(Handle handle, String kind) {
    return handle
        .createQuery(FIND)
        .bind("kind", kind)
        .map(
            row -> {
              UUID doneTo = row.getColumn(2, UUID.class);
              return new Progress(
                  row.getColumn(1, Instant.class), doneTo == null ? UuidV7.FIRST : doneTo);
            })
        .one();
  }

  List<Retention.Run> all(Handle handle) {
    return handle
        .createQuery(ALL)
        .map(
            row ->
                new Retention.Run(
                    row.getColumn("kind", String.class),
                    row.getColumn("removed", Long.class),
                    row.getColumn("ran_at", Instant.class)))
        .list();
  }

  void advance(Handle handle, String kind, Retention.Step step) {
    handle
        .createUpdate(ADVANCE)
        .bind("kind", kind)
        .bind("doneTo", step.doneTo())
        .bind("removed", step.removed())
        .execute();
  }
}
