package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;

/**
 * Reads the trails of the audit log and stores the signatures of their heads. The links themselves
 * are written by a trigger, at the commit of the entry.
 */
final class AuditTrailStore {
  private static final String HEAD =
      "select merchant_id, number, hash from audit_head where merchant_id = :merchantId";
  private static final String ENTRIES =
      """
      select a.id, a.at, a.actor as name, a.source, a.action, a.before, a.after,
             l.merchant_id, l.number, l.hash
        from audit_link l
       cross join lateral (
             select * from audit_log e
              where e.merchant_id = l.merchant_id and e.id = l.entry_id
             offset 0) a
       where l.merchant_id = :merchantId
         and l.number > :after and l.number <= :last
       order by l.number limit :limit
      """;
  private static final String SIGNATURES =
      """
      select merchant_id, number, hash, signed_at, public_key, signature from audit_signature
       where merchant_id = :merchantId
         and number > :after and number <= :last
       order by number limit :limit
      """;
  private static final String LOCK_UNSIGNED =
      """
      select merchant_id, number, hash from audit_head
       where number > signed_number
         and signed_at < now() - make_interval(secs => :seconds)
       order by signed_at limit :limit
         for update skip locked
      """;
  private static final String SIGN =
      """
      insert into audit_signature (merchant_id, number, hash, signed_at, public_key, signature)
      values (:merchantId, :number, :hash, :signedAt, :publicKey, :signature)
      """;
  private static final String MARK_SIGNED =
      """
      update audit_head set signed_number = :number, signed_at = :signedAt
       where merchant_id = :merchantId
      """;

  /** The end of a trail. */
  record Head(MerchantId merchantId, long number, byte[] hash) {}

  /** An entry of the audit log at its place in the trail of its merchant. */
  record TrailEntry(MerchantId merchantId, long number, @Nested AuditEntry entry, byte[] hash) {}

  /** Returns the end of a merchant's trail; empty if nothing was ever recorded. */
  Optional<Head> head(Handle handle, MerchantId merchantId) {
    return handle.createQuery(HEAD).bind("merchantId", merchantId).mapTo(Head.class).findOne();
  }

  /** Returns the entries after a number, up to another one, in order. */
  List<TrailEntry> entries(Handle handle, MerchantId merchantId, long after, long last, int limit) {
    return handle
        .createQuery(ENTRIES)
        .bind("merchantId", merchantId)
        .bind("after", after)
        .bind("last", last)
        .bind("limit", limit)
        .mapTo(TrailEntry.class)
        .list();
  }

  /** Returns the signed heads after a number, up to another one, in order. */
  List<SignedHead> signatures(
      Handle handle, MerchantId merchantId, long after, long last, int limit) {
    return handle
        .createQuery(SIGNATURES)
        .bind("merchantId", merchantId)
        .bind("after", after)
        .bind("last", last)
        .bind("limit", limit)
        .mapTo(SignedHead.class)
        .list();
  }

  /**
   * Locks heads that have moved since they were signed, if that was longer ago than {@code every}.
   * Those that a commit or another node holds are left out.
   */
  List<Head> lockUnsigned(Handle handle, Duration every, int limit) {
    return handle
        .createQuery(LOCK_UNSIGNED)
        .bind("seconds", every.toSeconds())
        .bind("limit", limit)
        .mapTo(Head.class)
        .list();
  }

  /** Stores the signature of a head that {@link #lockUnsigned} has locked. */
  void sign(Handle handle, SignedHead head) {
    handle
        .createUpdate(SIGN)
        .bind("merchantId", head.merchantId())
        .bind("number", head.number())
        .bind("hash", head.hash())
        .bind("signedAt", head.signedAt())
        .bind("publicKey", head.publicKey())
        .bind("signature", head.signature())
        .execute();
    handle
        .createUpdate(MARK_SIGNED)
        .bind("merchantId", head.merchantId())
        .bind("number", head.number())
        .bind("signedAt", head.signedAt())
        .execute();
  }
}
