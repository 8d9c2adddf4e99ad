package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Actor;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps who changed what, from where, and how it was before, and tells those who must know. An
 * entry is written in the transaction of the change itself, as is the letter about it, so none is
 * ever there without the others; no secret is ever in it. The database lets nobody change or remove
 * an entry.
 */
public final class AuditLog {
  private final AuditStore store = new AuditStore();
  private final Announcements announcements;

  public AuditLog(Announcements announcements) {
    this.announcements = announcements;
  }

  /** {@code action} is a noun and a past participle, such as {@code api_key.created}. */
  public void record(
      Handle handle,
      MerchantId merchantId,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after) {
    AuditEntry entry = new AuditEntry(AuditId.next(), Instant.now(), actor, action, before, after);
    store.insert(handle, merchantId, entry);
    announcements.tellOwners(handle, merchantId, entry);
  }

  /** Letters about what happens to people rather than to the merchant. */
  public Announcements announcements() {
    return announcements;
  }
}
