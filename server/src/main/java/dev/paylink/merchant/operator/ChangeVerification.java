package dev.paylink.merchant.operator;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Stores the operator's decision about a merchant. It counts for each payment created after the
 * answer. The next decision replaces it and its reason.
 */
public final class ChangeVerification {
  private final MerchantStore merchants = new MerchantStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable onChange;

  public ChangeVerification(Jdbi jdbi, AuditLog audit, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.onChange = onChange;
  }

  /** Decides without a reason, whatever the merchant's status is now. */
  public Merchant handle(MerchantId id, Verification to, Actor actor) {
    return handle(id, new VerificationDecision(to, null, null), actor);
  }

  /**
   * Applies the decision and returns the merchant as it is afterwards. Refuses with 404 when there
   * is no such merchant, with 409 when it has changed since the operator looked at it.
   */
  public Merchant handle(MerchantId id, VerificationDecision decision, Actor actor) {
    Merchant after = jdbi.inTransaction(handle -> handle(handle, id, decision, actor));
    changed();
    return after;
  }

  /** Tells authentication to look again, once a decision is committed. */
  public void changed() {
    onChange.run();
  }

  /** Applies the decision as above, within the caller's transaction. */
  public Merchant handle(Handle handle, MerchantId id, VerificationDecision decision, Actor actor) {
    Merchant before = merchants.lock(handle, id);
    if (before == null) {
      throw notFound();
    }
    if (decision.revision() != null && !decision.revision().equals(before.revision())) {
      throw outdated();
    }
    Verification from = before.verification();
    @Nullable String reasonBefore = before.standing().reason();
    if (from == decision.to()
        && (decision.reason() == null || decision.reason().equals(reasonBefore))) {
      return before;
    }
    if (!merchants.updateVerification(handle, id, from, decision.to(), decision.reason())) {
      throw new IllegalStateException("changed under its lock: " + id);
    }
    audit.record(
        handle,
        id,
        actor,
        "merchant.verification_changed",
        VerificationDecision.summary(from, reasonBefore),
        VerificationDecision.summary(decision.to(), decision.reason()));
    return Objects.requireNonNull(merchants.find(handle, id), "vanished under its lock");
  }

  /** Makes the refusal of a decision about something that the operator did not see. */
  public static Rejection outdated() {
    return new Rejection(MerchantError.MERCHANT_CHANGED, Message.of("merchant.outdated"));
  }

  public static Rejection notFound() {
    return new Rejection(MerchantError.MERCHANT_NOT_FOUND, Message.of("merchant.unknown"));
  }
}
