package dev.paylink.merchant.operator;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.PendingName;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Stores the operator's decision about a new business name. It applies to the name that the
 * operator saw: if the merchant has asked for another one since, it is refused.
 */
public final class DecideName {
  private final MerchantStore merchants = new MerchantStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable onChange;

  public DecideName(Jdbi jdbi, AuditLog audit, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.onChange = onChange;
  }

  /**
   * What the operator decides, and why; the merchant reads the reason.
   *
   * @param seen the name that the operator saw
   * @param revision the merchant's {@link Merchant#revision} that the operator saw; it must not
   *     have changed. Null skips this check
   */
  public record Decision(
      boolean accepted, String seen, @Nullable String reason, @Nullable String revision) {
    public Decision {
      reason = reason == null || reason.isBlank() ? null : reason.strip();
    }
  }

  /**
   * Applies the decision and returns the merchant as it is afterwards. Refuses with 404 when there
   * is no such merchant, with 409 when another name, or none, waits for a decision.
   */
  public Merchant handle(MerchantId id, Decision decision, Actor actor) {
    Merchant after = jdbi.inTransaction(handle -> handle(handle, id, decision, actor));
    changed();
    return after;
  }

  /** Tells authentication to look again, once a decision is committed. */
  public void changed() {
    onChange.run();
  }

  /** Applies the decision as above, within the caller's transaction. */
  public Merchant handle(Handle handle, MerchantId id, Decision decision, Actor actor) {
    Merchant before = merchants.lock(handle, id);
    if (before == null) {
      throw ChangeVerification.notFound();
    }
    PendingName pending = require(before, decision.seen());
    if (decision.revision() != null && !decision.revision().equals(before.revision())) {
      throw ChangeVerification.outdated();
    }
    String name = decision.accepted() ? pending.name() : before.businessName();
    if (!merchants.decideName(handle, id, pending, name)) {
      throw new IllegalStateException("changed under its lock: " + id);
    }
    if (decision.accepted()) {
      audit.record(
          handle, id, actor, "merchant.business_name_accepted", before.businessName(), name);
    } else {
      audit.record(
          handle,
          id,
          actor,
          "merchant.business_name_rejected",
          pending.name(),
          decision.reason() == null ? name : name + ": " + decision.reason());
    }
    return Objects.requireNonNull(merchants.find(handle, id), "vanished under its lock");
  }

  /** Returns the name that waits; refuses with 409 when it is not the one that was seen. */
  public static PendingName require(Merchant merchant, String seen) {
    PendingName pending = merchant.pendingName();
    if (pending == null || !pending.name().equals(seen)) {
      throw ChangeVerification.outdated();
    }
    return pending;
  }
}
