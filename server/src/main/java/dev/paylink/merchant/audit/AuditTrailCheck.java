package dev.paylink.merchant.audit;

import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks one trail, entry by entry in its order, and the signatures of its heads. The first thing
 * that does not fit is thrown.
 */
final class AuditTrailCheck {
  private final MerchantId merchantId;
  private final Set<String> trustedKeys;

  /** The hash of entry n stands at n - 1. */
  private final List<byte[]> hashes = new ArrayList<>();

  private @Nullable SignedHead lastSigned;
  private long entries;

  /**
   * @param trustedKeys public keys in base64url; any key is trusted if there are none
   */
  AuditTrailCheck(MerchantId merchantId, Set<String> trustedKeys) {
    this.merchantId = merchantId;
    this.trustedKeys = trustedKeys;
  }

  /** Something does not fit. */
  static final class BrokenTrail extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenTrail(String fault) {
      super(fault, null, false, false);
    }
  }

  MerchantId merchantId() {
    return merchantId;
  }

  long entries() {
    return entries;
  }

  @Nullable SignedHead lastSigned() {
    return lastSigned;
  }

  /**
   * Checks the next entry of the trail.
   *
   * @param entry null if the trail has it, but the log does not
   */
  void entry(long number, AuditId id, byte[] hash, @Nullable AuditEntry entry) {
    int known = hashes.size();
    if (number > known + 1) {
      throw broken(
          "entry %d was removed: entry %d (%s) follows entry %d"
              .formatted(known + 1, number, id, known));
    }
    if (number != known + 1) {
      throw broken(
          "entry %d (%s) is out of order: it follows entry %d".formatted(number, id, known));
    }
    if (entry == null) {
      throw broken("entry %d (%s) was removed".formatted(number, id));
    }
    byte[] previous = known == 0 ? AuditTrail.START : hashes.getLast();
    if (!Arrays.equals(hash, AuditTrail.hash(previous, merchantId, number, entry))) {
      throw broken(
          "entry %d (%s) does not fit: it was changed, or it is not the one that followed entry %d"
              .formatted(number, id, known));
    }
    hashes.add(hash);
    entries++;
  }

  /** Returns what to say of an entry that no link leads to. */
  BrokenTrail stray(AuditId id) {
    return broken("entry %s was inserted: it is not in the trail".formatted(id));
  }

  /** Checks a signed head against the entries so far. */
  void signed(SignedHead head) {
    String signed = "signed at " + AuditTrail.time(head.signedAt());
    if (head.number() > hashes.size()) {
      throw broken(
          "entries were cut off: the last one is number %d, but number %d was %s"
              .formatted(hashes.size(), head.number(), signed));
    }
    if (head.number() < 1 || !Arrays.equals(head.hash(), hashes.get((int) head.number() - 1))) {
      throw broken(
          "entry %d is not the one that was %s: the trail was rewritten"
              .formatted(head.number(), signed));
    }
    if (!AuditKeys.isValid(head)) {
      throw broken(
          "the signature of the head at entry %d, %s, is wrong".formatted(head.number(), signed));
    }
    if (!trustedKeys.isEmpty() && !trustedKeys.contains(head.publicKeyText())) {
      throw broken(
          "the head at entry %d, %s, has a signature by another key, %s"
              .formatted(head.number(), signed, head.publicKeyText()));
    }
    if (lastSigned == null || !head.signedAt().isBefore(lastSigned.signedAt())) {
      lastSigned = head;
    }
  }

  /** Checks that the trail ends where the database says that it does. */
  void end(AuditTrailStore.@Nullable Head head) {
    if (head == null || head.number() != hashes.size()) {
      throw broken(
          "entries were cut off or added: the last one is number %d, but the head is at %s"
              .formatted(hashes.size(), head == null ? "none" : Long.toString(head.number())));
    }
    if (!hashes.isEmpty() && !Arrays.equals(head.hash(), hashes.getLast())) {
      throw broken("entry %d is not the head of the trail".formatted(hashes.size()));
    }
    hashes.clear(); // there may be many trails
  }

  private BrokenTrail broken(String fault) {
    return new BrokenTrail("audit log of " + merchantId + ": " + fault);
  }
}
