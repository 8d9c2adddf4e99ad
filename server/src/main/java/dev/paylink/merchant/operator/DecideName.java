package dev.paylink.merchant.operator;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.PendingName;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
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
   */
  public record Decision(boolean accepted, String seen, @Nullable String reason) {
    public Decision {
      reason = reason == null || reason.isBlank() ? null : reason.strip();
    }
  }

  /**
   * Applies the decision and returns the merchant as it is afterwards. Refuses with 404 when there
   * is no such merchant, with 409 when another name, or none, waits for a decision.
   */
  public Merchant handle(@Nullable MerchantId id, Decision decision, Actor actor) {
    if (id == null) {
      throw ChangeVerification.notFound();
    }
    Merchant after = jdbi.inTransaction(handle -> apply(handle, id, decision, actor));
    onChange.run();
    return after;
  }

  private Merchant apply(Handle handle, MerchantId id, Decision decision, Actor actor) {
    Merchant before = merchants.lock(handle, id);
    if (before == null) {
      throw ChangeVerification.notFound();
    }
    PendingName pending = before.pendingName();
    if (pending == null || !pending.name().equals(decision.seen())) {
      throw new Rejection(MerchantError.MERCHANT_CHANGED, Message.of("merchant.changed"));
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
}
