package dev.paylink.operator.account;

import dev.paylink.ids.AuditId;
import dev.paylink.merchant.audit.AuditEntry;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Reads and appends to the operators' log, which only grows. */
final class OperatorLogStore {
  private static final String INSERT =
      """
      insert into operator_log (id, actor, source, action, before, after)
      values (:id, :actor, :source, :action, :before, :after)
      """;
  private static final String PAGE =
      """
      select id, at, actor as name, source, action, before, after from operator_log
       where id < :before order by id desc limit :limit
      """;

  void insert(Handle handle, AuditEntry entry) {
    handle
        .createUpdate(INSERT)
        .bind("id", entry.id())
        .bind("actor", entry.actor().name())
        .bind("source", entry.actor().source())
        .bind("action", entry.action())
        .bind("before", entry.before())
        .bind("after", entry.after())
        .execute();
  }

  /** Returns the entries older than {@code before}, newest first. */
  List<AuditEntry> page(Handle handle, AuditId before, int limit) {
    return handle
        .createQuery(PAGE)
        .bind("before", before)
        .bind("limit", limit)
        .mapTo(AuditEntry.class)
        .list();
  }
}
