package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.SignedIn;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Reads a merchant's audit log, newest first, a page at a time. */
public final class ReadAudit {
  private static final String PAGE =
      """
      select id, at, actor, source, action, before, after from audit_log
       where merchant_id = :merchantId
         and id < :before
       order by id desc limit :limit
      """;

  private final Jdbi jdbi;

  public ReadAudit(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Some entries, and the cursor of those that follow; null when none do. */
  public record Page(List<AuditEntry> entries, @Nullable AuditId next) {}

  /** At most {@code limit} entries, those older than {@code before} when it is given. */
  public Page handle(SignedIn signedIn, @Nullable AuditId before, int limit) {
    return jdbi.withHandle(handle -> page(handle, signedIn.merchantId(), before, limit));
  }

  public static Page page(
      Handle handle, MerchantId merchantId, @Nullable AuditId before, int limit) {
    List<AuditEntry> found =
        handle
            .createQuery(PAGE)
            .bind("merchantId", merchantId)
            .bind("before", before == null ? AuditId.LAST : before)
            .bind("limit", limit + 1) // one more tells whether there is a next page
            .map(row -> entry(row))
            .list();
    boolean more = found.size() > limit;
    List<AuditEntry> entries = more ? found.subList(0, limit) : found;
    return new Page(entries, more ? entries.getLast().id() : null);
  }

  private static AuditEntry entry(RowView row) {
    return new AuditEntry(
        row.getColumn("id", AuditId.class),
        row.getColumn("at", Instant.class),
        new Actor(row.getColumn("actor", String.class), row.getColumn("source", String.class)),
        row.getColumn("action", String.class),
        row.getColumn("before", String.class),
        row.getColumn("after", String.class));
  }
}
