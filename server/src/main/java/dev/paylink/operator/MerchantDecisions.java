package dev.paylink.operator;

import dev.paylink.account.freeze.Freeze;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.VerificationDecision;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a merchant's status and freeze, at once or, where the configuration asks for four
 * eyes, when a second operator agrees. Nothing becomes verified another way.
 */
public final class MerchantDecisions {
  private final MerchantStore merchants = new MerchantStore();
  private final FindMerchants find;
  private final Approvals approvals;
  private final ChangeVerification changeVerification;
  private final FreezeAccount freezeAccount;
  private final AuditLog audit;

  MerchantDecisions(
      FindMerchants find,
      Approvals approvals,
      ChangeVerification changeVerification,
      FreezeAccount freezeAccount,
      AuditLog audit) {
    this.find = find;
    this.approvals = approvals;
    this.changeVerification = changeVerification;
    this.freezeAccount = freezeAccount;
    this.audit = audit;
    approvals.register(FourEyes.verification, new Verifying());
    approvals.register(FourEyes.freeze, new Lifting());
  }

  /** What became of a decision. */
  public sealed interface Result {
    record Done(Merchant merchant) implements Result {}

    /** Another operator has to agree. */
    record Pending(Approval approval) implements Result {}
  }

  /**
   * Decides about the status. Refuses with 404 when there is no such merchant, with 409 when it has
   * changed since the operator looked at it.
   */
  public Result decide(@Nullable MerchantId id, VerificationDecision decision, ActingOperator by) {
    if (decision.to() != Verification.KybVerified || !approvals.needs(FourEyes.verification)) {
      return new Result.Done(
          changeVerification.handle(find.require(id).id(), decision, by.actor()));
    }
    Merchant merchant = find.require(id);
    if (merchant.verification() == Verification.KybVerified) { // at most a new reason
      VerificationDecision onThis =
          new VerificationDecision(
              decision.to(),
              decision.reason(),
              Objects.requireNonNullElse(decision.revision(), merchant.revision()));
      return new Result.Done(changeVerification.handle(merchant.id(), onThis, by.actor()));
    }
    return new Result.Pending(
        approvals.request(
            by,
            FourEyes.verification,
            merchant.id().toString(),
            Objects.requireNonNullElse(decision.reason(), ""),
            decision.revision()));
  }

  /**
   * Lifts the freeze of an account. Refuses with 404 when there is no such merchant, with 409 when
   * it is not frozen.
   */
  public Result liftFreeze(@Nullable MerchantId id, ActingOperator by) {
    Merchant merchant = find.require(id);
    if (approvals.needs(FourEyes.freeze)) {
      return new Result.Pending(
          approvals.request(by, FourEyes.freeze, merchant.id().toString(), "", null));
    }
    freezeAccount.lift(merchant.id(), by.actor());
    return new Result.Done(merchant);
  }

  private static MerchantId id(String subject) {
    return Objects.requireNonNull(MerchantId.parse(subject), subject);
  }

  private final class Verifying implements TwoPersonWork {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Merchant merchant = merchants.lock(handle, id(subject));
      if (merchant == null) {
        throw ChangeVerification.notFound();
      }
      String reason = details.isEmpty() ? "" : ": " + details;
      return new Plan(
          "Verify " + merchant.businessName() + ", now " + merchant.verification() + reason,
          merchant.revision());
    }

    @Override
    public void requested(Handle handle, Approval approval, ActingOperator by) {
      audit.record(
          handle,
          id(approval.subject()),
          by.actor(),
          "merchant.verification_requested",
          null,
          Verification.KybVerified.name());
    }

    @Override
    public void run(Handle handle, Approval approval, ActingOperator by) {
      changeVerification.handle(
          handle,
          id(approval.subject()),
          new VerificationDecision(Verification.KybVerified, approval.details(), approval.facts()),
          by.actor());
    }

    @Override
    public void done() {
      changeVerification.changed();
    }
  }

  private final class Lifting implements TwoPersonWork {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Freeze freeze = freezeAccount.lock(handle, id(subject));
      Merchant merchant = Objects.requireNonNull(merchants.find(handle, id(subject)), subject);
      return new Plan(
          "Lift the freeze of " + merchant.businessName() + ", frozen by " + freeze.by(),
          freeze.since() + " " + freeze.by());
    }

    @Override
    public void requested(Handle handle, Approval approval, ActingOperator by) {
      audit.record(
          handle, id(approval.subject()), by.actor(), "merchant.freeze_lift_requested", null, null);
    }

    @Override
    public void run(Handle handle, Approval approval, ActingOperator by) {
      MerchantId id = id(approval.subject());
      freezeAccount.lift(handle, id, by.actor(), freezeAccount.lock(handle, id));
    }
  }
}
