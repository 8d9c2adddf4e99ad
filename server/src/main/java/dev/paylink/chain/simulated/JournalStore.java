package dev.paylink.chain.simulated;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The journal's table. */
final class JournalStore {
  // Positions are assigned under a lock that is held until the commit: a reader that has read one
  // entry has read all before it.
  private static final String LOCK = "lock table simulated_chain in exclusive mode";
  private static final String APPEND =
      """
      insert into simulated_chain (kind, from_block, to_block, log)
      values (:kind, :from, :to, :log::json)
      """;
  private static final String AFTER =
      """
      select sequence, kind, from_block, to_block, log from simulated_chain
       where sequence > :last order by sequence
      """;

  void append(Handle handle, String kind, long from, long to, @Nullable String log) {
    handle.execute(LOCK);
    handle
        .createUpdate(APPEND)
        .bind("kind", kind)
        .bind("from", from)
        .bind("to", to)
        .bind("log", log)
        .execute();
  }

  /** Returns the entries after that position, in order. */
  Query after(Handle handle, long last) {
    return handle.createQuery(AFTER).bind("last", last);
  }
}
