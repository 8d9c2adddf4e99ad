package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.SignedIn;
import java.util.List;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Reads a merchant's audit log, newest first, a page at a time. */
public final class ReadAudit {
  private final Jdbi jdbi;

  public ReadAudit(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Some entries, and the cursor of those that follow; null when none do. */
  public record Page(List<AuditEntry> entries, @Nullable AuditId next) {}

  /** Returns at most {@code limit} entries; only those older than {@code before} when given. */
  public Page handle(SignedIn signedIn, @Nullable AuditId before, int limit) {
    return jdbi.withHandle(handle -> page(handle, signedIn.merchantId(), before, limit));
  }

  public static Page page(
      Handle handle, MerchantId merchantId, @Nullable AuditId before, int limit) {
    return page(
        before, limit, (from, most) -> new AuditStore().page(handle, merchantId, from, most));
  }

  /**
   * Returns a page of a log.
   *
   * @param read returns at most so many entries older than that one, newest first
   */
  public static Page page(
      @Nullable AuditId before, int limit, BiFunction<AuditId, Integer, List<AuditEntry>> read) {
    // One more than asked for tells whether there is a next page.
    List<AuditEntry> found = read.apply(before == null ? AuditId.LAST : before, limit + 1);
    boolean more = found.size() > limit;
    List<AuditEntry> entries = more ? found.subList(0, limit) : found;
    return new Page(entries, more ? entries.getLast().id() : null);
  }
}
