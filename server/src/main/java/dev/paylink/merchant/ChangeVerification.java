package dev.paylink.merchant;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The operator's decision about a merchant: from the answer on it counts for each new payment. */
public final class ChangeVerification {
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable onChange;

  public ChangeVerification(Jdbi jdbi, AuditLog audit, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.onChange = onChange;
  }

  /** The merchant as it is afterwards; 404 when there is none. */
  public Merchant handle(MerchantId id, Verification to, Actor actor) {
    Merchant after = jdbi.inTransaction(handle -> apply(handle, id, to, actor));
    onChange.run();
    return after;
  }

  private Merchant apply(Handle handle, MerchantId id, Verification to, Actor actor) {
    Merchant before = MerchantStore.lock(handle, id);
    if (before == null) {
      throw notFound();
    }
    Verification from = before.verification();
    if (from == to) {
      return before;
    }
    if (!MerchantStore.updateVerification(handle, id, from, to)) {
      throw new IllegalStateException("changed under its lock: " + id);
    }
    audit.record(handle, id, actor, "merchant.verification_changed", from.name(), to.name());
    Merchant after = MerchantStore.find(handle, id);
    if (after == null) {
      throw new IllegalStateException("vanished under its lock: " + id);
    }
    return after;
  }

  static Refused notFound() {
    return new Refused(Problem.notFound("MERCHANT_NOT_FOUND", "There is no such merchant"));
  }
}
