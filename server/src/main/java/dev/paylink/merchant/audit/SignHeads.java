package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Signs the head of every trail that has grown, at most once in a while for each. */
public final class SignHeads {
  /** How often heads are looked for. */
  public static final Duration ROUND = Duration.ofHours(1);

  private static final Duration EVERY = Duration.ofHours(24);
  private static final int AT_ONCE = 100;

  private final Jdbi jdbi;
  private final AuditKeys keys;
  private final Duration every;
  private final AuditTrailStore store = new AuditTrailStore();

  public SignHeads(Jdbi jdbi, AuditKeys keys) {
    this(jdbi, keys, EVERY);
  }

  SignHeads(Jdbi jdbi, AuditKeys keys, Duration every) {
    this.jdbi = jdbi;
    this.keys = keys;
    this.every = every;
  }

  /** Signs until none is due. */
  public void handle() {
    int signed;
    do {
      signed = jdbi.inTransaction(this::signSome);
    } while (signed == AT_ONCE);
  }

  /** Returns a signature of the trail as it is now, which is not stored; empty without a trail. */
  Optional<SignedHead> now(Handle handle, MerchantId merchantId) {
    return store
        .head(handle, merchantId)
        .map(head -> keys.sign(head.merchantId(), head.number(), head.hash()));
  }

  private int signSome(Handle handle) {
    List<AuditTrailStore.Head> heads = store.lockUnsigned(handle, every, AT_ONCE);
    for (AuditTrailStore.Head head : heads) {
      store.sign(handle, keys.sign(head.merchantId(), head.number(), head.hash()));
    }
    return heads.size();
  }
}
