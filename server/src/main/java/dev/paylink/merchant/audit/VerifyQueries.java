package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Reads everything that an audit log consists of, whether it fits together or not. */
final class VerifyQueries {
  private static final String HEADS = "select merchant_id, number, hash from audit_head";
  private static final String EVERYTHING =
      """
      select coalesce(a.merchant_id, l.merchant_id, s.merchant_id) as merchant,
             l.number, l.entry_id, l.hash,
             a.id, a.at, a.actor, a.source, a.action, a.before, a.after,
             s.number as signed_number, s.hash as signed_hash, s.signed_at, s.public_key, s.signature
        from audit_log a
        full join audit_link l on l.merchant_id = a.merchant_id and l.entry_id = a.id
        full join audit_signature s on s.merchant_id = l.merchant_id and s.number = l.number
       order by merchant, coalesce(l.number, s.number), a.id
      """;
  private static final int FETCH = 1_000;

  /** A place in a trail: its entry, its link and its signature, each if it is there. */
  record Row(
      MerchantId merchantId,
      @Nullable Long number,
      @Nullable AuditId linked,
      byte @Nullable [] hash,
      @Nullable AuditEntry entry,
      @Nullable SignedHead signed) {}

  Map<MerchantId, AuditTrailStore.Head> heads(Handle handle) {
    Map<MerchantId, AuditTrailStore.Head> heads = new HashMap<>();
    handle
        .createQuery(HEADS)
        .map(
            row ->
                new AuditTrailStore.Head(
                    row.getColumn("merchant_id", MerchantId.class),
                    row.getColumn("number", Long.class),
                    row.getColumn("hash", byte[].class)))
        .forEach(head -> heads.put(head.merchantId(), head));
    return heads;
  }

  /** Passes every place of every trail, trail by trail in order; strays are last in theirs. */
  void each(Handle handle, Consumer<Row> consumer) {
    handle.createQuery(EVERYTHING).setFetchSize(FETCH).map(VerifyQueries::row).forEach(consumer);
  }

  private static Row row(RowView row) {
    MerchantId merchantId = row.getColumn("merchant", MerchantId.class);
    return new Row(
        merchantId,
        row.getColumn("number", Long.class),
        row.getColumn("entry_id", AuditId.class),
        row.getColumn("hash", byte[].class),
        row.getColumn("id", AuditId.class) == null ? null : AuditEntry.of(row),
        row.getColumn("signed_number", Long.class) == null
            ? null
            : new SignedHead(
                merchantId,
                row.getColumn("signed_number", Long.class),
                row.getColumn("signed_hash", byte[].class),
                row.getColumn("signed_at", Instant.class),
                row.getColumn("public_key", byte[].class),
                row.getColumn("signature", byte[].class)));
  }
}
