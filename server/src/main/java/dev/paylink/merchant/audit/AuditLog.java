package dev.paylink.merchant.audit;

import dev.paylink.account.AccountLog;
import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Records who changed what, from where, and the value before, and writes to the owners about it.
 * Change, entry and letter are stored in one transaction. An entry never contains a secret. The
 * database lets nobody change or remove an entry.
 */
public final class AuditLog implements AccountLog {
  private final AuditStore store = new AuditStore();
  private final Announcements announcements;

  public AuditLog(Announcements announcements) {
    this.announcements = announcements;
  }

  /**
   * Records a change, and writes to the owners and the person who made it when its action has a
   * notice.
   *
   * @param action a noun and a past participle, such as {@code api_key.created}
   */
  public void record(
      Handle handle,
      MerchantId merchantId,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after) {
    record(handle, RealmId.of(merchantId), actor, action, before, after);
  }

  @Override
  public void record(
      Handle handle,
      RealmId realm,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after,
      List<String> concerned) {
    MerchantId merchantId = realm.merchantId();
    AuditEntry entry = new AuditEntry(AuditId.next(), Instant.now(), actor, action, before, after);
    store.insert(handle, merchantId, entry);
    announcements.tell(handle, merchantId, entry, concerned);
  }

  /** Returns the writer of letters, also for those about new devices and invitations. */
  public Announcements announcements() {
    return announcements;
  }
}
