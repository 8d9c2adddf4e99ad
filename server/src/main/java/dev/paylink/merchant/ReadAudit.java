package dev.paylink.merchant;

import dev.paylink.platform.id.UuidV7;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
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

  static Page page(Handle handle, MerchantId merchantId, @Nullable AuditId before, int limit) {
    List<AuditEntry> found =
        handle
            .createQuery(PAGE)
            .bind("merchantId", merchantId.value())
            .bind("before", before == null ? UuidV7.LAST : before.value())
            .bind("limit", limit + 1) // one more tells whether there is a next page
            .map((row, context) -> entry(row))
            .list();
    boolean more = found.size() > limit;
    List<AuditEntry> entries = more ? found.subList(0, limit) : found;
    return new Page(entries, more ? entries.getLast().id() : null);
  }

  private static AuditEntry entry(ResultSet row) throws SQLException {
    return new AuditEntry(
        new AuditId(row.getObject("id", UUID.class)),
        Objects.requireNonNull(row.getObject("at", OffsetDateTime.class)).toInstant(),
        new Actor(row.getString("actor"), row.getString("source")),
        row.getString("action"),
        row.getString("before"),
        row.getString("after"));
  }
}
