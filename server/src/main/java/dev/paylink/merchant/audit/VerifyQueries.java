package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/** Reads everything that an audit log consists of, whether it fits together or not. */
final class VerifyQueries {
  private static final String HEADS = "select merchant_id, number, hash from audit_head";
  private static final String EVERYTHING =
      """
      select coalesce(a.merchant_id, l.merchant_id, s.merchant_id) as merchant_id,
             l.number, l.entry_id as linked, l.hash,
             a.id, a.at, a.actor as name, a.source, a.action, a.before, a.after,
             s.merchant_id as signed_merchant_id, s.number as signed_number,
             s.hash as signed_hash, s.signed_at as signed_signed_at,
             s.public_key as signed_public_key, s.signature as signed_signature
        from audit_log a
        full join audit_link l on l.merchant_id = a.merchant_id and l.entry_id = a.id
        full join audit_signature s on s.merchant_id = l.merchant_id and s.number = l.number
       order by 1, coalesce(l.number, s.number), a.id
      """;
  private static final int FETCH = 1_000;

  /** A place in a trail: its entry, its link and its signature, each if it is there. */
  record Row(
      MerchantId merchantId,
      @Nullable Long number,
      @Nullable AuditId linked,
      byte @Nullable [] hash,
      @Nested @Nullable AuditEntry entry,
      @Nested("signed") @Nullable SignedHead signed) {}

  Map<MerchantId, AuditTrailStore.Head> heads(Handle handle) {
    Map<MerchantId, AuditTrailStore.Head> heads = new HashMap<>();
    handle
        .createQuery(HEADS)
        .mapTo(AuditTrailStore.Head.class)
        .forEach(head -> heads.put(head.merchantId(), head));
    return heads;
  }

  /** Passes every place of every trail, trail by trail in order; strays are last in theirs. */
  void each(Handle handle, Consumer<Row> consumer) {
    handle.createQuery(EVERYTHING).setFetchSize(FETCH).mapTo(Row.class).forEach(consumer);
  }
}
