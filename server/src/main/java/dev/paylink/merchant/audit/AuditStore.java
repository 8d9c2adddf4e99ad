package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Reads and appends to the audit log, which only grows. */
final class AuditStore {
  private static final String INSERT =
      """
      insert into audit_log (merchant_id, id, actor, source, action, before, after)
      values (:merchantId, :id, :actor, :source, :action, :before, :after)
      """;
  private static final String PAGE =
      """
      select id, at, actor as name, source, action, before, after from audit_log
       where merchant_id = :merchantId
         and id < :before
       order by id desc limit :limit
      """;

  void insert(Handle handle, MerchantId merchantId, AuditEntry entry) {
    handle
        .createUpdate(INSERT)
        .bind("merchantId", merchantId)
        .bind("id", entry.id())
        .bind("actor", entry.actor().name())
        .bind("source", entry.actor().source())
        .bind("action", entry.action())
        .bind("before", entry.before())
        .bind("after", entry.after())
        .execute();
  }

  /** Returns the entries older than {@code before}, newest first. */
  List<AuditEntry> page(Handle handle, MerchantId merchantId, AuditId before, int limit) {
    return handle
        .createQuery(PAGE)
        .bind("merchantId", merchantId)
        .bind("before", before)
        .bind("limit", limit)
        .mapTo(AuditEntry.class)
        .list();
  }
}
